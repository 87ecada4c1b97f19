CREATE TABLE "importedRows" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "importedRows_kind_id_pk" PRIMARY KEY("kind","id")
);
