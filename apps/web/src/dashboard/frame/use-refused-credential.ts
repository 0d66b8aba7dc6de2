import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiRefusal } from '../../api/api-refusal.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { creator } from '../creator.ts'
import { farewell } from '../sign-in/farewell.ts'

const isRefused = (fault: unknown): boolean => fault instanceof ApiRefusal && fault.code === 'UNAUTHENTICATED'

/** Signs out when the server no longer accepts the credential: the session has expired, or the key was revoked. */
export function useRefusedCredential(): void {
  const reads = useQueryClient()
  useEffect(() => {
    const leave = () => {
      farewell.say(inDashboard('youWereSignedOut'))
      creator.leave()
    }
    const forget = [
      reads.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error))
          leave()
      }),
      reads.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error))
          leave()
      }),
    ]
    return () => {
      for (const one of forget) one()
    }
  }, [reads])
}
