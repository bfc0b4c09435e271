import { useTranslations } from 'use-intl'
import styles from './form.module.css'

type FieldErrorProps = {
  id: string
  message: string
  /** Set if files were chosen and are lost. */
  isLost: boolean
}

/** Shows what is wrong with a field. The form announces it. */
export function FieldError({ id, message, isLost }: FieldErrorProps) {
  const t = useTranslations('shell.submission')
  return (
    <span id={id} className={styles.error}>
      {message} {isLost && t('filesLost')}
    </span>
  )
}
