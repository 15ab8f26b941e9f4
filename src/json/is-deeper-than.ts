/** The levels that are read. A CRD, the deepest of what Kubernetes has, has some 60. */
export const DEEPEST = 500;

/** Whether lists and objects lie within each other on more levels than these. No deeper than that is looked. */
export const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (isDeeperThan(value[index], levels - 1)) return true;
    return false;
  }
  // Asked of every object, so without a list of its values.
  for (const key in value) if (isDeeperThan((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return true;
  return false;
};
