/** Whether a path leads above the folder that it starts in, on its way or at its end. */
export const leadsAbove = (path: string): boolean => {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
};
