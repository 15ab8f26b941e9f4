import { type AddonFacts, table } from '../addon-tables.js';
import type { SidebarGroup } from './sidebar.js';

/** The files of a tree by path, as synth writes them. */
export type Tree = Readonly<Record<string, string>>;

/** A synthesized cluster with addons of one cloud. */
export interface ExampleCluster {
  readonly cluster: string;
  /** `Azure`. */
  readonly label: string;
  /** The variants of addons that it has: `azure`. */
  readonly variants: readonly string[];
  readonly tree: Tree;
}

export interface Gallery {
  /** Pages of the site by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly sidebar: SidebarGroup;
}

/** The first paragraph that docs/api/addons.md has of an addon: its docstring. */
const descriptionOf = (api: string, name: string): string => {
  const section = api.split(`\n### ${name}()\n`)[1]?.split('\n### ')[0] ?? '';
  const text = section.split('\n\n').find((part) => /^[A-Za-z]/.test(part.trim()));
  if (text === undefined) throw new Error(`docs/api/addons.md has no description of ${name}()`);
  return text.trim();
};

/** The files of an addon in a tree, and the Kustomization that applies them. */
const filesOf = ({ cluster, tree }: ExampleCluster, addon: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(tree).filter(
      ([path]) =>
        path === `clusters/${cluster}/${addon}.yaml` ||
        ['addons', 'crds', 'apps'].some((folder) => path.startsWith(`${folder}/${cluster}/${addon}/`)),
    ),
  );

/** Blocks of code as tabs; one alone as a block. */
const tabs = (
  blocks: readonly { readonly label: string; readonly language: string; readonly text: string }[],
): string => {
  const isOne = blocks.length === 1;
  const printed = blocks.map(
    ({ label, language, text }) => `\`\`\`${language}${isOne ? '' : ` [${label}]`}\n${text.trimEnd()}\n\`\`\``,
  );
  return isOne ? printed.join('') : `::: code-group\n\n${printed.join('\n\n')}\n\n:::`;
};

const sectionOfTree = (addon: AddonFacts, examples: readonly ExampleCluster[]): string => {
  const all = examples
    .filter(({ variants }, at) =>
      addon.variants.length === 0 ? at === 0 : variants.some((one) => addon.variants.includes(one)),
    )
    .map((example) => ({ example, files: filesOf(example, addon.definition.name) }));
  for (const { example, files } of all) {
    if (files.size === 0) throw new Error(`the cluster ${example.cluster} has no file of ${addon.name}()`);
  }
  const listings = all.map(({ example, files }) => ({
    label: example.label,
    language: '',
    text: [...files.keys()].map((path) => `k8s/${path}`).join('\n'),
  }));
  /** A file by what its path has after the cluster's name, which differs between clouds. */
  const names = new Set(
    all.flatMap(({ example, files }) => [...files.keys()].map((path) => path.replace(`/${example.cluster}/`, '/…/'))),
  );
  const details = [...names].map((name) => {
    const blocks = all.flatMap(({ example, files }) => {
      const text = files.get(name.replace('/…/', `/${example.cluster}/`));
      return text === undefined ? [] : [{ label: example.label, language: 'yaml', text }];
    });
    return `:::: details ${name.split('/…/')[1]}\n\n${tabs(blocks)}\n\n::::`;
  });
  return `## What synth writes\n\n${tabs(listings)}\n\n${details.join('\n\n')}`;
};

/** The first cell of each row is the call. It is a heading if there are several: what differs between clouds. */
const sectionOf = (
  title: string,
  rows: readonly (readonly string[])[],
  itemsOf: (cells: readonly string[]) => readonly string[],
): string => {
  const byCall = new Map<string, readonly string[]>();
  for (const [call = '', ...cells] of rows) byCall.set(call, [...(byCall.get(call) ?? []), ...itemsOf(cells)]);
  const parts = [...byCall].map(([call, items]) => {
    const list = items.map((item) => `- ${item}\n`).join('');
    return byCall.size === 1 ? list : `${call}\n\n${list}`;
  });
  return parts.length === 0 ? '' : `## ${title}\n\n${parts.join('\n')}\n`;
};

const needsOf = ({ needs }: AddonFacts): string =>
  sectionOf('What it needs and provides', needs, (cells) =>
    ['requires', 'provides', 'needs from Terraform'].map(
      (what, at) => `${what}: ${cells[at] === '-' ? 'nothing' : cells[at]}`,
    ),
  );

const optionsOf = ({ options }: AddonFacts): string =>
  sectionOf('Options', options, ([option, meaning, otherwise]) => [
    `${option}: ${meaning}.${otherwise === '-' ? '' : otherwise === 'must be given' ? ' It must be given.' : ` Default: ${otherwise}`}`,
  ]);

const versionsOf = ({ versions }: AddonFacts): string =>
  versions.length === 0
    ? ''
    : `## Versions\n\n${versions.map(([name, , version, checked, guide]) => `- ${name} ${version}, checked on ${checked}; for upgrades, see ${guide}\n`).join('')}\n`;

/** A page for each addon of the package, and one that lists them. */
export const planGallery = (
  addons: readonly AddonFacts[],
  api: string,
  examples: readonly ExampleCluster[],
): Gallery => {
  const described = addons.map((addon) => ({ addon, text: descriptionOf(api, addon.name) }));
  const pages = described.map(({ addon, text }) => {
    const { name } = addon;
    return [
      `gallery/${addon.definition.name}.md`,
      `# ${name}()

${text}

[Signature](/api/addons.md#${name.toLowerCase()}) · [All addons](/gallery/index.md)

${needsOf(addon)}${versionsOf(addon)}${optionsOf(addon)}${sectionOfTree(addon, examples)}
`,
    ] as const;
  });
  const rows = described.map(({ addon, text }) => [
    `[\`${addon.name}()\`](/gallery/${addon.definition.name}.md)`,
    // The first sentence says what it is.
    /^.*?\.(?= [A-Z]| https?:|$)/s.exec(text)?.[0] ?? text,
    addon.variants.map((one) => `\`${one}\``).join(', ') || '-',
  ]);
  return {
    pages: new Map([
      [
        'gallery/index.md',
        `---
pageClass: listing
---

# Addons

Each page has an addon's options, its inputs, and the files that synth writes for it. [Addons that come with the package](/package-addons.md) says how to use them.

${table(['addon', 'what it is', 'providers'], rows)}`,
      ],
      ...pages,
    ]),
    sidebar: {
      text: 'Addons',
      items: described.map(({ addon }) => ({ text: addon.name, link: `/gallery/${addon.definition.name}` })),
    },
  };
};
