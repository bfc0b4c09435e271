buckets.client text not null
buckets.tokens double precision not null
buckets.at bigint not null
buckets_pkey PRIMARY KEY (client)
CREATE UNIQUE INDEX buckets_pkey ON public.buckets USING btree (client)
counters.day integer not null
counters.name text not null
counters.label text not null
counters.count bigint not null
counters_key PRIMARY KEY (day, name, label)
CREATE UNIQUE INDEX counters_key ON public.counters USING btree (day, name, label)
deliveries.envelope bigint not null
deliveries.state text not null
deliveries.categories text not null
deliveries.taken text ''::text not null
deliveries.attempts integer 0 not null
deliveries.next_at bigint not null
deliveries.claimed_by text
deliveries.answered_at bigint
deliveries.status integer
deliveries.reason text
deliveries_envelope_fkey FOREIGN KEY (envelope) REFERENCES envelopes(id) ON DELETE CASCADE
deliveries_pkey PRIMARY KEY (envelope)
CREATE INDEX deliveries_answered ON public.deliveries USING btree (envelope) WHERE (answered_at IS NOT NULL)
CREATE INDEX deliveries_open ON public.deliveries USING btree (state, envelope, next_at) WHERE (state <> 'done'::text)
CREATE UNIQUE INDEX deliveries_pkey ON public.deliveries USING btree (envelope)
envelopes.id bigint nextval('envelopes_id_seq'::regclass) not null
envelopes.key text not null
envelopes.kind text not null
envelopes.event_id text
envelopes.trace_id text
envelopes.received_at bigint not null
envelopes.header text not null
envelopes.body bytea not null
envelopes.size integer not null
envelopes.user_agent text
envelopes.origin text
envelopes_key_key UNIQUE (key)
envelopes_pkey PRIMARY KEY (id)
CREATE UNIQUE INDEX envelopes_key_key ON public.envelopes USING btree (key)
CREATE INDEX envelopes_kind ON public.envelopes USING btree (kind, received_at, size)
CREATE UNIQUE INDEX envelopes_pkey ON public.envelopes USING btree (id)
CREATE INDEX envelopes_trace ON public.envelopes USING btree (trace_id) WHERE (kind = ANY (ARRAY['span'::text, 'transaction'::text]))
feedback.id text not null
feedback.envelope bigint
feedback.report text
feedback.digest text
feedback.message text not null
feedback.received_at bigint not null
feedback_envelope_fkey FOREIGN KEY (envelope) REFERENCES envelopes(id) ON DELETE CASCADE
feedback_pkey PRIMARY KEY (id)
CREATE INDEX feedback_digest ON public.feedback USING btree (digest)
CREATE INDEX feedback_envelope ON public.feedback USING btree (envelope)
CREATE UNIQUE INDEX feedback_pkey ON public.feedback USING btree (id)
CREATE INDEX feedback_report ON public.feedback USING btree (report)
limits.category text not null
limits.until bigint not null
limits.reason text not null
limits.failures integer 0 not null
limits_pkey PRIMARY KEY (category)
CREATE UNIQUE INDEX limits_pkey ON public.limits USING btree (category)
migrations.version integer not null
migrations_pkey PRIMARY KEY (version)
CREATE UNIQUE INDEX migrations_pkey ON public.migrations USING btree (version)
problems.fingerprint text not null
problems.side text not null
problems.kind text not null
problems.message text not null
problems.route text
problems.state text not null
problems.state_at bigint not null
problems.count bigint not null
problems.first_at bigint not null
problems.last_at bigint not null
problems.first_release text
problems.last_release text
problems.searched text
problems.news text
problems_pkey PRIMARY KEY (fingerprint)
CREATE INDEX problems_last ON public.problems USING btree (last_at, fingerprint)
CREATE INDEX problems_news ON public.problems USING btree (state_at) WHERE (news IS NOT NULL)
CREATE UNIQUE INDEX problems_pkey ON public.problems USING btree (fingerprint)
CREATE INDEX problems_state ON public.problems USING btree (state, last_at)
reports.id text not null
reports.envelope bigint not null
reports.received_at bigint not null
reports.at bigint not null
reports.side text not null
reports.kind text not null
reports.level text not null
reports.message text not null
reports.fingerprint text not null
reports.digest text
reports.route text
reports.release text
reports.environment text
reports.trace_id text
reports.browser text
reports.locale text
reports.tab text
reports_envelope_fkey FOREIGN KEY (envelope) REFERENCES envelopes(id) ON DELETE CASCADE
reports_pkey PRIMARY KEY (id)
CREATE INDEX reports_digest ON public.reports USING btree (digest) WHERE (digest IS NOT NULL)
CREATE INDEX reports_envelope ON public.reports USING btree (envelope)
CREATE UNIQUE INDEX reports_pkey ON public.reports USING btree (id)
CREATE INDEX reports_problem ON public.reports USING btree (fingerprint, received_at)
CREATE INDEX reports_time ON public.reports USING btree (received_at)
CREATE INDEX reports_trace ON public.reports USING btree (trace_id) WHERE (trace_id IS NOT NULL)
sessions.id_hash text not null
sessions.subject text not null
sessions.created_at bigint not null
sessions.expires_at bigint not null
sessions_pkey PRIMARY KEY (id_hash)
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id_hash)
CREATE INDEX sessions_subject ON public.sessions USING btree (subject)
tallies.fingerprint text not null
tallies.name text not null
tallies.value text not null
tallies.count bigint not null
tallies_fingerprint_fkey FOREIGN KEY (fingerprint) REFERENCES problems(fingerprint) ON DELETE CASCADE
tallies_key PRIMARY KEY (fingerprint, name, value)
CREATE UNIQUE INDEX tallies_key ON public.tallies USING btree (fingerprint, name, value)
CREATE INDEX tallies_value ON public.tallies USING btree (name, value, fingerprint) WHERE (name <> 'tab'::text)
vitals.day integer not null
vitals.metric text not null
vitals.route text not null
vitals.found text not null
vitals.bucket integer not null
vitals.count bigint not null
vitals_key PRIMARY KEY (day, metric, route, found, bucket)
CREATE UNIQUE INDEX vitals_key ON public.vitals USING btree (day, metric, route, found, bucket)
words.fingerprint text not null
words.word text C not null
words_fingerprint_fkey FOREIGN KEY (fingerprint) REFERENCES problems(fingerprint) ON DELETE CASCADE
words_key PRIMARY KEY (fingerprint, word)
CREATE UNIQUE INDEX words_key ON public.words USING btree (fingerprint, word)
CREATE INDEX words_word ON public.words USING btree (word, fingerprint)
