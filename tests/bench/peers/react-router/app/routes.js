import { existsSync, readFileSync } from 'node:fs'
import { prefix, index, route } from '@react-router/dev/routes'

// Routes that the bench adds to see what many of them cost.
const added = existsSync('app/added.json') ? JSON.parse(readFileSync('app/added.json', 'utf8')) : []

export default [
  ...prefix(':lang?', [
    index('routes/home.jsx'),
    route('links/:count', 'routes/links.jsx'),
    route('list', 'routes/list.jsx'),
    route('cold', 'routes/cold.jsx'),
    route('queue', 'routes/queue.jsx'),
    route('item/:id', 'routes/item.jsx'),
    route('photos', 'routes/photos.jsx'),
    route('photo/:id', 'routes/photo.jsx'),
    route('handbook/:slug', 'routes/doc.jsx'),
    ...added.map((name) => route(name, `routes/${name}.jsx`)),
  ]),
]
