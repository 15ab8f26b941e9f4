/** A name is a folder, and part of a header. */
const asName = (text: string): string => text.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|-$/g, '') || 'cluster';

/** The name of each cluster in its contract, no two alike: its own, or its path where others have the same one. */
export const contractNames = (
  clusters: readonly { readonly name: string; readonly path: string }[],
): readonly string[] => {
  const own = clusters.map(({ name }) => asName(name));
  const taken = new Set<string>();
  return clusters.map(({ path }, at) => {
    const isOnly = own.filter((one) => one === own[at]).length === 1;
    const name = isOnly ? own[at]! : asName(path);
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
    taken.add(free);
    return free;
  });
};
