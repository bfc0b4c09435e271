CREATE TABLE "buckets" ("client" text not null primary key, "tokens" double precision not null, "at" bigint not null)
CREATE TABLE "counters" ("day" integer not null, "name" text not null, "label" text not null, "count" bigint not null, constraint "counters_key" primary key ("day", "name", "label"))
CREATE TABLE "deliveries" ("envelope" bigint not null primary key references "envelopes" ("id") on delete cascade, "state" text not null, "categories" text not null, "taken" text default '' not null, "attempts" integer default 0 not null, "next_at" bigint not null, "claimed_by" text, "answered_at" bigint, "status" integer, "reason" text)
CREATE INDEX "deliveries_answered" on "deliveries" ("envelope") where "answered_at" is not null
CREATE INDEX "deliveries_open" on "deliveries" ("state", "envelope", "next_at") where "state" <> 'done'
CREATE TABLE "envelopes" ("id" integer primary key, "key" text not null unique, "kind" text not null, "event_id" text, "trace_id" text, "received_at" bigint not null, "header" text not null, "body" blob not null, "size" integer not null, "user_agent" text, "origin" text)
CREATE INDEX "envelopes_kind" on "envelopes" ("kind", "received_at", "size")
CREATE INDEX "envelopes_trace" on "envelopes" ("trace_id") where "kind" in ('span', 'transaction')
CREATE TABLE "feedback" ("id" text not null primary key, "envelope" bigint references "envelopes" ("id") on delete cascade, "report" text, "digest" text, "message" text not null, "received_at" bigint not null)
CREATE INDEX "feedback_digest" on "feedback" ("digest")
CREATE INDEX "feedback_envelope" on "feedback" ("envelope")
CREATE INDEX "feedback_report" on "feedback" ("report")
CREATE TABLE "limits" ("category" text not null primary key, "until" bigint not null, "reason" text not null, "failures" integer default 0 not null)
CREATE TABLE migrations (version integer primary key)
CREATE TABLE "problems" ("fingerprint" text not null primary key, "side" text not null, "kind" text not null, "message" text not null, "route" text, "state" text not null, "state_at" bigint not null, "count" bigint not null, "first_at" bigint not null, "last_at" bigint not null, "first_release" text, "last_release" text, "searched" text generated always as (lower(message || ' ' || kind || ' ' || coalesce(route, '') || ' ' || fingerprint)), "news" text)
CREATE INDEX "problems_last" on "problems" ("last_at", "fingerprint")
CREATE INDEX "problems_news" on "problems" ("state_at") where "news" is not null
CREATE INDEX "problems_state" on "problems" ("state", "last_at")
CREATE TABLE "reports" ("id" text not null primary key, "envelope" bigint not null references "envelopes" ("id") on delete cascade, "received_at" bigint not null, "at" bigint not null, "side" text not null, "kind" text not null, "level" text not null, "message" text not null, "fingerprint" text not null, "digest" text, "route" text, "release" text, "environment" text, "trace_id" text, "browser" text, "locale" text, "tab" text)
CREATE INDEX "reports_digest" on "reports" ("digest") where "digest" is not null
CREATE INDEX "reports_envelope" on "reports" ("envelope")
CREATE INDEX "reports_problem" on "reports" ("fingerprint", "received_at")
CREATE INDEX "reports_time" on "reports" ("received_at")
CREATE INDEX "reports_trace" on "reports" ("trace_id") where "trace_id" is not null
CREATE TABLE "sessions" ("id_hash" text not null primary key, "subject" text not null, "created_at" bigint not null, "expires_at" bigint not null)
CREATE INDEX "sessions_expiry" on "sessions" ("expires_at")
CREATE INDEX "sessions_subject" on "sessions" ("subject")
CREATE TABLE "tallies" ("fingerprint" text not null references "problems" ("fingerprint") on delete cascade, "name" text not null, "value" text not null, "count" bigint not null, constraint "tallies_key" primary key ("fingerprint", "name", "value"))
CREATE INDEX "tallies_value" on "tallies" ("name", "value", "fingerprint") where "name" <> 'tab'
CREATE TABLE "vitals" ("day" integer not null, "metric" text not null, "route" text not null, "found" text not null, "bucket" integer not null, "count" bigint not null, constraint "vitals_key" primary key ("day", "metric", "route", "found", "bucket"))
CREATE TABLE "words" ("fingerprint" text not null references "problems" ("fingerprint") on delete cascade, "word" text not null, constraint "words_key" primary key ("fingerprint", "word"))
CREATE INDEX "words_word" on "words" ("word", "fingerprint")
