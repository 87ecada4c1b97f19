CREATE TABLE "firebaseMoves" (
	"id" text PRIMARY KEY NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"step" text NOT NULL,
	"pressed" boolean DEFAULT false NOT NULL,
	"stop" text,
	"stop_file" text,
	"files" jsonb NOT NULL,
	"far" jsonb,
	"tally" jsonb,
	"busy_until" timestamp (3) with time zone,
	"turn" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "firebaseMoves_step" CHECK ("firebaseMoves"."step" in ('sending', 'looking', 'looked', 'taking', 'taken', 'stopped')),
	CONSTRAINT "firebaseMoves_stop" CHECK (("firebaseMoves"."step" = 'stopped') = ("firebaseMoves"."stop" is not null))
);
--> statement-breakpoint
CREATE TABLE "firebaseParts" (
	"move_id" text NOT NULL,
	"file" text NOT NULL,
	"place" integer NOT NULL,
	"part" text NOT NULL,
	CONSTRAINT "firebaseParts_move_id_file_place_pk" PRIMARY KEY("move_id","file","place")
);
--> statement-breakpoint
CREATE TABLE "firebaseProblems" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firebaseProblems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"move_id" text NOT NULL,
	"is_left" boolean NOT NULL,
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "firebaseParts" ADD CONSTRAINT "firebaseParts_move_id_firebaseMoves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."firebaseMoves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firebaseProblems" ADD CONSTRAINT "firebaseProblems_move_id_firebaseMoves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."firebaseMoves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "firebaseMoves_one" ON "firebaseMoves" USING btree ((true));--> statement-breakpoint
CREATE INDEX "firebaseProblems_by_move" ON "firebaseProblems" USING btree ("move_id","is_left","id");