import latin from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url'
import latinBold from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { documentOptions, type RouterContext } from 'fairlead/router'
import styles from '#app/styles/styles.css?url'

export const Route = createRootRouteWithContext<RouterContext>()(documentOptions({ styles, fonts: [latin, latinBold] }))
