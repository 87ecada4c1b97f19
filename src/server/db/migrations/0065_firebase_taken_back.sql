ALTER TABLE "firebaseMoves" DROP CONSTRAINT "firebaseMoves_step";--> statement-breakpoint
ALTER TABLE "firebaseMoves" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "importedRows" ADD COLUMN "move_id" text;--> statement-breakpoint
ALTER TABLE "importedRows" ADD COLUMN "made_id" bigint;--> statement-breakpoint
CREATE INDEX "importedRows_by_move" ON "importedRows" USING btree ("move_id","kind","id") WHERE move_id is not null;--> statement-breakpoint
ALTER TABLE "firebaseMoves" ADD CONSTRAINT "firebaseMoves_step" CHECK ("firebaseMoves"."step" in ('sending', 'looking', 'looked', 'taking', 'taken', 'undoing', 'undone', 'stopped'));