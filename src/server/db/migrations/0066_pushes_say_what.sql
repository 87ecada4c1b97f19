ALTER TABLE "pushes" ADD COLUMN "account_id" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "person_id" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "letter" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "subject" text NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "version" bigint NOT NULL DEFAULT 0;--> statement-breakpoint
ALTER TABLE "pushes" ALTER COLUMN "account_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pushes" ALTER COLUMN "person_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pushes" ALTER COLUMN "letter" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pushes" ALTER COLUMN "subject" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pushes" ALTER COLUMN "version" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "pushes_by_subject" ON "pushes" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "waitingNotices_by_subject" ON "waitingNotices" USING btree ("subject");
