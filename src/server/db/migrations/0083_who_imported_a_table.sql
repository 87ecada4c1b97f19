ALTER TABLE "tableMoves" ADD COLUMN "imported_by" text;--> statement-breakpoint
ALTER TABLE "tableMoves" ADD COLUMN "new_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tableMoves" ADD COLUMN "changed_rows" integer DEFAULT 0 NOT NULL;