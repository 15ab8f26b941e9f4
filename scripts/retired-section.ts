import type { RetiredCode } from '../src/diagnostics/index.js';

/** The end of docs/diagnostics.md: the codes that are gone. Empty where there are none. */
export const retiredSection = (retired: readonly RetiredCode[]): string => {
  if (retired.length === 0) return '';
  const rows = retired.map(
    ({ code, name, since, why }) => `| ${code} | \`${name}\` | ${since} | ${why.replaceAll('|', '\\|')} |`,
  );
  return `
## Codes that are gone

| code | name | gone since | why |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
};
