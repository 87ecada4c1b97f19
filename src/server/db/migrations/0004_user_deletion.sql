DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "dob" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_by_deletion_asked" ON "users" USING btree ("deletion_asked_at") WHERE deletion_asked_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE email <> '';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_living" CHECK ("users"."deleted_at" is not null or ("users"."email" <> '' and "users"."dob" is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted" CHECK ("users"."deleted_at" is null or ("users"."email" = '' and "users"."display_name" = '' and "users"."family_name" = '' and "users"."dob" is null and "users"."role" = 'user' and "users"."member_level" = 'standard' and "users"."membership_category" is null and "users"."email_verified_at" is null and "users"."last_login" is null and "users"."deletion_asked_at" is null and not "users"."active"));