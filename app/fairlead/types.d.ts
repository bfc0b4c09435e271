// What the library adds to the types of others, and the modules that it generates. In the tsconfig.json of an application:
// `"types": ["vite/client", "node", "fairlead/types"]`.
// oxlint-disable typescript/triple-slash-reference -- they declare modules, and an import would be one of a module
/// <reference path="./virtual.d.ts" />
/// <reference path="./host/vinxi.d.ts" />
import '#fairlead/jobs/job-runs.server.ts'
import '#fairlead/jobs/queue.server.ts'
// An application that imports nothing of this entry declares its messages there.
import '#fairlead/messages.ts'
import '#fairlead/navigation/interception/declare-interception.ts'
import '#fairlead/navigation/loading/watch-navigation.tsx'
import '#fairlead/platform/http/csp-sources.ts'
import '#fairlead/server/cache/cache-options.ts'
import '#fairlead/server/cache/database-store.server.ts'
import '#fairlead/server/server-routes.server.ts'
import '#fairlead/sessions/sessions.server.ts'
