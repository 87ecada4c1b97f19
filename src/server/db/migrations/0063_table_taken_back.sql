CREATE TABLE "tableMade" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tableMade_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"move_id" text NOT NULL,
	"row" integer NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"more" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tableMoves" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "tableMade" ADD CONSTRAINT "tableMade_move_id_tableMoves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."tableMoves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tableMade_by_move" ON "tableMade" USING btree ("move_id","row");