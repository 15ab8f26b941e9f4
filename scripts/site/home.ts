import type { DiagnosticDefinition } from '../../src/diagnostics/index.js';

/** Mistakes that are common, and that nothing else refuses before they are in the cluster. */
const shown = ['FX304', 'FX316', 'FX502'];

const sectionOf = (readme: string, title: string): string => {
  const [, rest] = readme.split(`\n## ${title}\n`);
  if (rest === undefined) throw new Error(`README.md has no section "${title}"`);
  return rest.split('\n## ')[0]!.trim();
};

/** The home page: what it is and how to try it in the words of the README, and three mistakes that synth refuses. */
export const homePage = (name: string, readme: string, catalogue: readonly DiagnosticDefinition[]): string => {
  const [, introduction = ''] = /^# .+\n\n(.+)$/m.exec(readme) ?? [];
  const mistakes = shown.map((code) => {
    const found = catalogue.find((one) => one.code === code);
    if (found?.page === undefined) throw new Error(`${code} has no example for the home page`);
    const { summary, page } = found;
    const flux =
      page.flux === undefined ? '' : `\n\nFlux or the API server would report\n\n\`\`\`\n${page.flux}\n\`\`\``;
    return `### ${code} ${found.name}\n\n${summary} [More](/${code}.md)\n\n\`\`\`\n${page.example}\n\`\`\`${flux}`;
  });
  return `---
layout: home
hero:
  name: ${name}
  text: ${JSON.stringify(introduction.split('. ')[0]!.replace(/^\w+ is a/, 'A'))}
  tagline: ${JSON.stringify(introduction.split('. ').slice(1).join('. ').replaceAll('`', ''))}
  actions:
    - { theme: brand, text: Tutorial, link: /tutorial }
    - { theme: alt, text: Concepts, link: /concepts }
    - { theme: alt, text: Addons, link: /gallery/ }
---

## Try it

${sectionOf(readme, 'Try it')}

## What synth refuses

${mistakes.join('\n\n')}

[All diagnostics](/diagnostics.md)
`;
};
