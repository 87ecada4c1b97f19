-- A user becomes a person, who dances, and an account, which signs in. Both have the user's id, so that sessions, kept
-- keys, logs and histories go on. A deleted user stays as a person without an account.
-- The start makes this one again, without the columns that it depends on here.
DROP TRIGGER IF EXISTS note_change_of_content ON users;
--> statement-breakpoint
ALTER TABLE "users" RENAME TO "people";--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"role" text DEFAULT 'user' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login" timestamp (3) with time zone,
	"search" text GENERATED ALWAYS AS (fold(email)) STORED,
	CONSTRAINT "accounts_email_lower" CHECK ("accounts"."email" <> '' and "accounts"."email" = lower("accounts"."email")),
	CONSTRAINT "accounts_role" CHECK ("accounts"."role" in ('user', 'teacher', 'admin')),
	CONSTRAINT "accounts_language" CHECK ("accounts"."language" in ('en', 'et'))
);
--> statement-breakpoint
INSERT INTO "accounts" ("id", "person_id", "email", "email_verified_at", "role", "active", "language", "created_at", "last_login")
SELECT "id", "id", "email", "email_verified_at", "role", "active", "language", "created_at", "last_login"
FROM "people" WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_person" ON "accounts" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "accounts_by_role" ON "accounts" USING btree ("role","id") WHERE role <> 'user';--> statement-breakpoint
CREATE INDEX "accounts_by_search" ON "accounts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TABLE "guardians" (
	"account_id" text NOT NULL,
	"person_id" text NOT NULL,
	"can_book" boolean NOT NULL,
	"pays" boolean NOT NULL,
	"gets_notices" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guardians_account_id_person_id_pk" PRIMARY KEY("account_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardians_by_person" ON "guardians" USING btree ("person_id");--> statement-breakpoint
-- What signs in belongs to the account. A deleted user has none of these; if one had, nobody could use it.
ALTER TABLE "credentials" DROP CONSTRAINT "credentials_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "emailLinks" DROP CONSTRAINT "emailLinks_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_user_id_users_id_fk";--> statement-breakpoint
DELETE FROM "credentials" WHERE "user_id" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
DELETE FROM "emailLinks" WHERE "user_id" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
DELETE FROM "sessions" WHERE "user_id" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
ALTER TABLE "credentials" RENAME COLUMN "user_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "emailLinks" RENAME COLUMN "user_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "user_id" TO "account_id";--> statement-breakpoint
ALTER INDEX "emailLinks_by_user" RENAME TO "emailLinks_by_account";--> statement-breakpoint
ALTER INDEX "sessions_by_user" RENAME TO "sessions_by_account";--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emailLinks" ADD CONSTRAINT "emailLinks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Who saved an edit is an account.
ALTER TABLE "classes" DROP CONSTRAINT "classes_edited_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "courses" DROP CONSTRAINT "courses_edited_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_edited_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "schedule" DROP CONSTRAINT "schedule_edited_by_users_id_fk";--> statement-breakpoint
UPDATE "classes" SET "edited_by" = NULL WHERE "edited_by" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
UPDATE "courses" SET "edited_by" = NULL WHERE "edited_by" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
UPDATE "memberships" SET "edited_by" = NULL WHERE "edited_by" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
UPDATE "schedule" SET "edited_by" = NULL WHERE "edited_by" NOT IN (SELECT "id" FROM "accounts");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_edited_by_accounts_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_edited_by_accounts_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_edited_by_accounts_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_edited_by_accounts_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- What a person has stays with the person: the references follow the renamed table.
ALTER TABLE "attendance" RENAME CONSTRAINT "attendance_user_id_users_id_fk" TO "attendance_user_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "courseRegistrations" RENAME CONSTRAINT "courseRegistrations_user_id_users_id_fk" TO "courseRegistrations_user_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "purchases_user_id_users_id_fk" TO "purchases_user_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "payments" RENAME CONSTRAINT "payments_user_id_users_id_fk" TO "payments_user_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "registrations" RENAME CONSTRAINT "registrations_user_id_users_id_fk" TO "registrations_user_id_people_id_fk";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_by_role";--> statement-breakpoint
DROP INDEX "users_by_search";--> statement-breakpoint
ALTER TABLE "people" DROP CONSTRAINT "users_email_lower",
	DROP CONSTRAINT "users_living",
	DROP CONSTRAINT "users_deleted",
	DROP CONSTRAINT "users_role",
	DROP CONSTRAINT "users_language";
--> statement-breakpoint
ALTER TABLE "people" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "people" DROP COLUMN "email",
	DROP COLUMN "email_verified_at",
	DROP COLUMN "role",
	DROP COLUMN "language",
	DROP COLUMN "last_login",
	ADD COLUMN "search" text GENERATED ALWAYS AS (fold(display_name || ' ' || family_name)) STORED,
	ADD CONSTRAINT "people_living" CHECK ("people"."deleted_at" is not null or "people"."dob" is not null),
	ADD CONSTRAINT "people_deleted" CHECK ("people"."deleted_at" is null or ("people"."display_name" = '' and "people"."family_name" = '' and "people"."dob" is null and "people"."member_level" = 'standard' and "people"."membership_category" is null and "people"."deletion_asked_at" is null and not "people"."active"));
--> statement-breakpoint
ALTER TABLE "people" RENAME CONSTRAINT "users_pkey" TO "people_pkey";--> statement-breakpoint
ALTER TABLE "people" RENAME CONSTRAINT "users_category" TO "people_category";--> statement-breakpoint
ALTER INDEX "users_by_deletion_asked" RENAME TO "people_by_deletion_asked";--> statement-breakpoint
ALTER INDEX "users_by_category" RENAME TO "people_by_category";--> statement-breakpoint
ALTER INDEX "users_by_creation" RENAME TO "people_by_creation";--> statement-breakpoint
ALTER INDEX "users_by_name" RENAME TO "people_by_name";--> statement-breakpoint
CREATE INDEX "people_by_search" ON "people" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ANALYZE people, accounts;
