CREATE TABLE "membershipCategories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_et" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"group_price" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "classCategories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_et" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"fitness" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"includes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
-- what a studio begins with; the ids are what the lists of classes, passes and people hold already
INSERT INTO "membershipCategories" ("id", "name", "name_et", "position", "group_price") VALUES
	('Cover', 'Cover', '', 1, true),
	('Member-girl', 'Girl Group Member', 'Tüdrukute grupi liige', 2, false),
	('Member-boy', 'Boy Group Member', 'Poiste grupi liige', 3, false),
	('Member-girl-boy', 'Girl & Boy Group Member', 'Tüdrukute ja poiste grupi liige', 4, false),
	('Member-16', 'K-POP 16+ Member', 'K-POP 16+ liige', 5, false),
	('Member-16-boy', 'K-POP 16+ Boy Member', 'K-POP 16+ poiste liige', 6, false);
--> statement-breakpoint
INSERT INTO "classCategories" ("id", "name", "name_et", "position", "includes") VALUES
	('Girl Group', 'Girl Group', 'Tüdrukute grupp', 1, '{Member-girl,Member-girl-boy}'),
	('Boy Group', 'Boy Group', 'Poiste grupp', 2, '{Member-boy,Member-girl-boy,Member-16-boy}'),
	('K-POP 16+', 'K-POP 16+', '', 3, '{Member-16,Member-16-boy}');
--> statement-breakpoint
-- older ones that something still has keep their effect
INSERT INTO "classCategories" ("id", "name", "position", "fitness", "archived")
	SELECT "found"."id", "found"."id", 100, lower("found"."id") LIKE '%fitness%', true FROM (
		SELECT unnest("categories") AS "id" FROM "classes"
		UNION SELECT unnest("categories") FROM "schedule"
		UNION SELECT unnest("categories" || "excluded_categories") FROM "memberships"
		UNION SELECT unnest("categories" || "excluded_categories") FROM "purchases"
	) "found" WHERE "found"."id" <> ''
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE "people" DROP CONSTRAINT "people_category";--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_membership_category_membershipCategories_id_fk" FOREIGN KEY ("membership_category") REFERENCES "public"."membershipCategories"("id") ON DELETE no action ON UPDATE no action;
