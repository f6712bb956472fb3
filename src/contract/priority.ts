import { unexpected } from './errors.ts'

/** What goes first, in the words of the Prioritized Task Scheduling API; the most urgent first. */
export const priorities = ['user-blocking', 'user-visible', 'background'] as const
export type Priority = (typeof priorities)[number]

/** @throws DarkroomError BAD_REQUEST on `priority`. */
export function checkPriority(priority: unknown): void {
  if (priority === undefined || priorities.some((known) => known === priority)) return
  throw unexpected('priority', `one of ${priorities.join(', ')}`, priority)
}

/** How many priorities are more urgent. */
export const rankOf = (priority: Priority = 'user-visible'): number => priorities.indexOf(priority)
