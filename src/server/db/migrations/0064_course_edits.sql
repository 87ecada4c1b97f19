CREATE TABLE "courseEdits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courseEdits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"weekday" integer NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"room_id" text,
	"teacher_ids" text[] NOT NULL,
	"told" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courseEdits" ADD CONSTRAINT "courseEdits_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courseEdits" ADD CONSTRAINT "courseEdits_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courseEdits_by_course" ON "courseEdits" USING btree ("course_id");