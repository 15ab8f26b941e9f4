import type { ThingsOfOwner } from './list-owners.js';

/** The list of owners as text: each with what it owns, and a line that counts. */
export const printOwners = (cluster: string, owners: readonly ThingsOfOwner[]): string => {
  const count = owners.reduce((sum, { things }) => sum + things.length, 0);
  const lines = [`${cluster}: ${plural(count, 'thing')}, ${plural(owners.length, 'owner')}`];
  for (const { owner, things } of owners) {
    lines.push('', `${owner} (${things.length})`);
    for (const { title, address, place } of things) {
      const where = [address === undefined || title.includes(address) ? undefined : address, place].filter(
        (one) => one !== undefined,
      );
      lines.push(`  ${title}${where.length === 0 ? '' : `  [${where.join(', ')}]`}`);
    }
  }
  return `${lines.join('\n')}\n`;
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
