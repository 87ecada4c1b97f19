ALTER TABLE "feeds" DROP CONSTRAINT "feeds_kind";--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_kind" CHECK ("feeds"."kind" in ('own', 'teaching', 'studio'));