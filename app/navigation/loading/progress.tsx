import { useRouterState } from '@tanstack/react-router'
import { Mark } from '#app/ui/mark.tsx'
import styles from './progress.module.css'

/**
 * A line led to the mark while a navigation is pending. The style sheet keeps it unseen for the first 150 ms, so that a
 * page that is there when clicked shows none, and no timer has to be kept.
 */
export function Progress({ label }: { label: string }) {
  const pending = useRouterState({ select: (state) => state.isLoading })
  return (
    pending && (
      <div className={styles.progress} role="progressbar" aria-label={label}>
        <Mark />
      </div>
    )
  )
}
