/** What goes first, in the words of the Prioritized Task Scheduling API; the most urgent first. */
export const priorities = ['user-blocking', 'user-visible', 'background'] as const
export type Priority = (typeof priorities)[number]

/** How many priorities are more urgent. */
export const rankOf = (priority: Priority = 'user-visible'): number => priorities.indexOf(priority)
