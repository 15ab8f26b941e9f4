/** Names that the time zone database has on disk, and not as zones of its own. */
const ALIASES = /^(?:posix|right|SystemV)\/|^(?:Factory|posixrules|localtime)$/;

/** A time zone as CronJobs take it: a name of the time zone database. */
export const isTimeZone = (name: string): boolean => {
  const isPath = name
    .split('/')
    .every((part) => /^[A-Za-z.\-_0-9+]{1,14}$/.test(part) && part !== '.' && part !== '..' && !part.startsWith('-'));
  if (!isPath || name.toLowerCase() === 'local') return false;
  if (ALIASES.test(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Go looks for a file of this name, in this case.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
};
