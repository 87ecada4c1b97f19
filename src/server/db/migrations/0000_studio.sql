CREATE TABLE "commands" (
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commands_actor_key_pk" PRIMARY KEY("actor","key")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rateLimits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" text PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emailLinks" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "emailLinks_purpose" CHECK ("emailLinks"."purpose" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text,
	"status" text NOT NULL,
	"device_info" text DEFAULT 'Unknown' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_status" CHECK ("sessions"."status" in ('registration', 'active')),
	CONSTRAINT "sessions_active_has_token" CHECK (("sessions"."status" = 'active') = ("sessions"."token_hash" is not null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"display_name" text NOT NULL,
	"family_name" text NOT NULL,
	"dob" date NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"member_level" text DEFAULT 'standard' NOT NULL,
	"membership_category" text,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login" timestamp (3) with time zone,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'teacher', 'admin')),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('en', 'et')),
	CONSTRAINT "users_category" CHECK ("users"."membership_category" in ('Cover', 'Member-girl', 'Member-boy', 'Member-girl-boy', 'Member-16', 'Member-16-boy'))
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"schedule_id" text NOT NULL,
	"user_id" text NOT NULL,
	"value" text NOT NULL,
	"marked_by" text NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendance_schedule_id_user_id_pk" PRIMARY KEY("schedule_id","user_id"),
	CONSTRAINT "attendance_value" CHECK ("attendance"."value" in ('attended', 'no-show'))
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"default_max_participants" integer NOT NULL,
	"categories" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "classes_max" CHECK ("classes"."default_max_participants" between 1 and 100),
	CONSTRAINT "classes_categories" CHECK (cardinality("classes"."categories") > 0)
);
--> statement-breakpoint
CREATE TABLE "courseRegistrations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"course_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"standard_price" integer NOT NULL,
	"member_price" integer,
	"default_max_participants" integer NOT NULL,
	"nr_of_classes" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"reg_deadline" date NOT NULL,
	"weekday" integer NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"registered_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "courses_dates" CHECK ("courses"."end_date" >= "courses"."start_date"),
	CONSTRAINT "courses_times" CHECK ("courses"."start_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "courses"."end_time" ~ '^[0-2][0-9]:[0-5][0-9]$' and "courses"."end_time" > "courses"."start_time"),
	CONSTRAINT "courses_weekday" CHECK ("courses"."weekday" between 1 and 7),
	CONSTRAINT "courses_max" CHECK ("courses"."default_max_participants" between 1 and 100 and "courses"."nr_of_classes" >= 1),
	CONSTRAINT "courses_prices" CHECK ("courses"."standard_price" >= 0 and "courses"."member_price" >= 0),
	CONSTRAINT "courses_count" CHECK ("courses"."registered_count" >= 0),
	CONSTRAINT "courses_status" CHECK ("courses"."status" in ('active', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "discountCodes" (
	"code" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"amount" integer NOT NULL,
	"audience" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discountCodes_amount" CHECK ("discountCodes"."amount" > 0),
	CONSTRAINT "discountCodes_audience" CHECK ("discountCodes"."audience" in ('members', 'others')),
	CONSTRAINT "discountCodes_upper" CHECK ("discountCodes"."code" = upper("discountCodes"."code"))
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"user_id" text,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logs_channel" CHECK ("logs"."channel" in ('auth', 'courses', 'payments', 'registrations', 'membership')),
	CONSTRAINT "logs_level" CHECK ("logs"."level" in ('info', 'warning', 'error'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"standard_price" integer,
	"member_price" integer,
	"price" integer,
	"class_limit" integer NOT NULL,
	"valid_period" integer NOT NULL,
	"categories" text[] NOT NULL,
	"excluded_categories" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_one_price_form" CHECK (("memberships"."price" is null) = ("memberships"."standard_price" is not null)),
	CONSTRAINT "memberships_prices" CHECK ("memberships"."standard_price" >= 0 and "memberships"."member_price" >= 0 and "memberships"."price" >= 0),
	CONSTRAINT "memberships_limit" CHECK ("memberships"."class_limit" >= 1 and "memberships"."valid_period" >= 1),
	CONSTRAINT "memberships_include_or_exclude" CHECK (not ("memberships"."categories" && "memberships"."excluded_categories")),
	CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('active', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"membership_id" text NOT NULL,
	"membership_name" text NOT NULL,
	"classes_used" integer DEFAULT 0 NOT NULL,
	"class_limit" integer NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"categories" text[] NOT NULL,
	"excluded_categories" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchases_used" CHECK ("purchases"."classes_used" between 0 and "purchases"."class_limit" and "purchases"."class_limit" >= 1),
	CONSTRAINT "purchases_validity" CHECK ("purchases"."valid_until" > "purchases"."valid_from"),
	CONSTRAINT "purchases_status" CHECK ("purchases"."status" in ('active', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "paymentHistory" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paymentHistory_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_user_id" text,
	"from_status" text,
	"to_status" text NOT NULL,
	"from_amount" integer,
	"to_amount" integer,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"item" text NOT NULL,
	"item_id" text NOT NULL,
	"description" text NOT NULL,
	"price" integer NOT NULL,
	"actual_amount" integer,
	"payment_method" text NOT NULL,
	"status" text NOT NULL,
	"deadline" timestamp (3) with time zone NOT NULL,
	"cover_member" boolean DEFAULT false NOT NULL,
	"discount_code" text,
	"updated_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_item" CHECK ("payments"."item" in ('drop-in ticket', 'course', 'membership')),
	CONSTRAINT "payments_method" CHECK ("payments"."payment_method" in ('cash', 'bankTransfer', 'stebby')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('due', 'userMarkedAsPaid', 'teacherMarkedAsPaid', 'confirmed', 'cancelled')),
	CONSTRAINT "payments_price" CHECK ("payments"."price" >= 0 and "payments"."actual_amount" >= 0),
	CONSTRAINT "payments_confirmed_has_amount" CHECK ("payments"."status" <> 'confirmed' or "payments"."actual_amount" is not null),
	CONSTRAINT "payments_cancelled_is_zero" CHECK ("payments"."status" <> 'cancelled' or "payments"."actual_amount" = 0),
	CONSTRAINT "payments_user_marked_is_not_cash" CHECK ("payments"."status" <> 'userMarkedAsPaid' or "payments"."payment_method" <> 'cash')
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"schedule_id" text NOT NULL,
	"class_id" text,
	"status" text DEFAULT 'registered' NOT NULL,
	"user_membership_id" text,
	"drop_in_payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registrations_status" CHECK ("registrations"."status" = 'registered'),
	CONSTRAINT "registrations_one_method" CHECK (("registrations"."user_membership_id" is null) <> ("registrations"."drop_in_payment_id" is null))
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"id" text PRIMARY KEY NOT NULL,
	"class_id" text,
	"series_id" text,
	"class_name" text NOT NULL,
	"class_description" text DEFAULT '' NOT NULL,
	"categories" text[] NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"max_participants" integer NOT NULL,
	"registered_count" integer DEFAULT 0 NOT NULL,
	"standard_price" integer,
	"member_price" integer,
	"cancelled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "schedule_ends_after_start" CHECK ("schedule"."ends_at" > "schedule"."starts_at"),
	CONSTRAINT "schedule_max" CHECK ("schedule"."max_participants" >= 1),
	CONSTRAINT "schedule_count" CHECK ("schedule"."registered_count" >= 0),
	CONSTRAINT "schedule_prices" CHECK ("schedule"."standard_price" >= 0 and "schedule"."member_price" >= 0 and ("schedule"."member_price" is null or "schedule"."standard_price" is not null))
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emailLinks" ADD CONSTRAINT "emailLinks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courseRegistrations" ADD CONSTRAINT "courseRegistrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courseRegistrations" ADD CONSTRAINT "courseRegistrations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courseRegistrations" ADD CONSTRAINT "courseRegistrations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discountCodes" ADD CONSTRAINT "discountCodes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paymentHistory" ADD CONSTRAINT "paymentHistory_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user_membership_id_purchases_id_fk" FOREIGN KEY ("user_membership_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_drop_in_payment_id_payments_id_fk" FOREIGN KEY ("drop_in_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commands_at_index" ON "commands" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_next_attempt_at_index" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "rateLimits_reset_at_index" ON "rateLimits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "emailLinks_by_user" ON "emailLinks" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_by_category" ON "users" USING btree ("membership_category") WHERE membership_category is not null and active;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("display_name","family_name");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role") WHERE role <> 'user';--> statement-breakpoint
CREATE INDEX "attendance_by_user" ON "attendance" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "courseRegistrations_once" ON "courseRegistrations" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "courseRegistrations_by_user" ON "courseRegistrations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "courseRegistrations_payment" ON "courseRegistrations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "courses_by_end" ON "courses" USING btree ("status","end_date");--> statement-breakpoint
CREATE INDEX "discountCodes_by_course" ON "discountCodes" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "logs_by_channel" ON "logs" USING btree ("channel","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "purchases_by_user" ON "purchases" USING btree ("user_id","valid_until");--> statement-breakpoint
CREATE INDEX "purchases_by_validity" ON "purchases" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "purchases_by_payment" ON "purchases" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "paymentHistory_by_payment" ON "paymentHistory" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payments_by_user" ON "payments" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "payments" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "payments_by_update" ON "payments" USING btree ("status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_once" ON "registrations" USING btree ("schedule_id","user_id");--> statement-breakpoint
CREATE INDEX "registrations_by_user" ON "registrations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "registrations_by_membership" ON "registrations" USING btree ("user_membership_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_payment" ON "registrations" USING btree ("drop_in_payment_id");--> statement-breakpoint
CREATE INDEX "schedule_by_start" ON "schedule" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "schedule_by_class" ON "schedule" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "schedule_by_series" ON "schedule" USING btree ("series_id");