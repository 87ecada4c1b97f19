CREATE TABLE "familyInvitations" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"account_id" text NOT NULL,
	"by_staff" boolean DEFAULT false NOT NULL,
	"can_book" boolean NOT NULL,
	"pays" boolean NOT NULL,
	"gets_notices" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "familyInvitations_kind" CHECK ("familyInvitations"."kind" in ('guardian', 'ownSignIn', 'child'))
);
--> statement-breakpoint
CREATE TABLE "familyInvitationPeople" (
	"invitation_id" text NOT NULL,
	"person_id" text NOT NULL,
	CONSTRAINT "familyInvitationPeople_invitation_id_person_id_pk" PRIMARY KEY("invitation_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "familyInvitations" ADD CONSTRAINT "familyInvitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "familyInvitationPeople" ADD CONSTRAINT "familyInvitationPeople_invitation_id_familyInvitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."familyInvitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "familyInvitationPeople" ADD CONSTRAINT "familyInvitationPeople_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "familyInvitations_token" ON "familyInvitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "familyInvitations_by_inviter" ON "familyInvitations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "familyInvitations_by_expiry" ON "familyInvitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "familyInvitationPeople_by_person" ON "familyInvitationPeople" USING btree ("person_id");