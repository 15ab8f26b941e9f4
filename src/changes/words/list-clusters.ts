const FEW = 4;

/** Whether {@link listClusters} omits some. */
export const areMany = (names: readonly unknown[]): boolean => names.length > FEW + 1;

/** Prints `c-0, c-1, c-2, c-3 and 93 more`. A few clusters are all named. */
export const listClusters = (names: readonly string[]): string =>
  areMany(names) ? `${names.slice(0, FEW).join(', ')} and ${names.length - FEW} more` : names.join(', ');
