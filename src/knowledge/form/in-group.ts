/** Whether a pattern such as `*.example.org` is about an API group. */
export const isInGroup = (pattern: string, group: string): boolean =>
  pattern.startsWith('*.') ? group.endsWith(pattern.slice(1)) : group === pattern;
