// The reference as Markdown: one page for each entry point, with links from each type to where it is described.
import type { Exported } from './read-api.js';
import type { Docs } from './read-docs.js';
import type { Member, Shape } from './read-shape.js';

/** A part of a page: its title, and which exports it has. */
export interface Section {
  readonly title: string;
  readonly exports: readonly Exported[];
}

export interface Page {
  /** `fluxspan.md` */
  readonly file: string;
  readonly sections: readonly Section[];
}

/** Where a name is described, by name: `fluxspan.md#fluxcluster`. */
export type Links = ReadonlyMap<string, string>;

const headingOf = ({ name, kind }: Exported): string => (kind === 'function' ? `${name}()` : name);

/** Names in the order of a page: by letters, and a function before its type. */
export const inOrder = (exports: readonly Exported[]): readonly Exported[] =>
  [...exports].sort((a, b) => {
    const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
    if (left !== right) return left < right ? -1 : 1;
    return Number(b.kind === 'function') - Number(a.kind === 'function');
  });

/** As GitHub numbers headings that look alike. */
export const linksOf = (pages: readonly Page[]): Links => {
  const links = new Map<string, string>();
  for (const { file, sections } of pages) {
    const seen = new Map<string, number>();
    const anchorOf = (heading: string): string => {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    };
    for (const { title, exports } of sections) {
      if (title !== '') anchorOf(title);
      for (const one of exports) links.set(one.name, `${file}#${anchorOf(headingOf(one))}`);
    }
  }
  return links;
};

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[[\]*_`|]/g, '\\$&')
    // GitHub reads formulas between dollars.
    .replaceAll('$', '&#36;');

/**
 * Code with links: texts in quotes and the names of members aren't types.
 *
 * @param own the name that it declares
 */
const code = (text: string, links: Links, file: string, own = ''): string => {
  const parts = text.split(/('[^']*'|`[^`]*`|\b[A-Z]\w*\b(?!\??:))/);
  const shown = parts.map((part) => {
    const link = links.get(part);
    return link === undefined || part === own ? escaped(part) : `[${part}](${near(link, file)})`;
  });
  return `<code>${shown.join('')}</code>`;
};

const near = (link: string, file: string): string => (link.startsWith(`${file}#`) ? link.slice(file.length) : link);

/** A docstring's text: pages of `docs/` and names become links, and what isn't code can't be HTML. */
const prose = (text: string, links: Links, file: string): string =>
  text
    .split(/(`[^`]*`|\{@link [^}]+\}|https?:\/\/[^\s,;)]+)/)
    .map((part) => {
      if (part.startsWith('http')) return part;
      const [, name] = /^\{@link ([\w.]+)[^}]*\}$/.exec(part) ?? [];
      const link = name === undefined ? undefined : (links.get(name) ?? links.get(name.split('.')[0]!));
      if (link !== undefined) return `[\`${name}\`](${near(link, file)})`;
      if (name !== undefined) return `\`${name}\``;
      const page = /^`?docs\/([\w/-]+\.md)`?$/.exec(part);
      if (page !== null) return `[docs/${page[1]}](../${page[1]})`;
      if (part.startsWith('`')) return part;
      return part.replaceAll('<', '&lt;').replaceAll(/\bdocs\/([\w/-]+\.md)/g, '[docs/$1](../$1)');
    })
    .join('');

const sentence = (text: string): string => (/[.!?:`]$/.test(text) || /https?:\/\/\S+$/.test(text) ? text : `${text}.`);

const isCode = (text: string): boolean => /^(?:'[^']*'|[-\d.]+|true|false|null|\[.*\]|\{.*\})$/.test(text);

const extrasOf = (docs: Docs, links: Links, file: string): readonly string[] => {
  const { defaultText, parameters, returns, throws, examples } = docs;
  const said = defaultText?.replace(/^- /, '');
  return [
    ...(said === undefined ? [] : [`Default: ${isCode(said) ? `\`${said}\`` : prose(sentence(said), links, file)}`]),
    ...parameters.map(([name, text]) => `\`${name}\`: ${prose(sentence(text), links, file)}`),
    ...(returns === undefined ? [] : [`Returns ${prose(sentence(returns), links, file)}`]),
    ...throws.map((text) => `Throws ${prose(sentence(text.replace(/^[A-Z]\w+Error\b/, '{@link $&}')), links, file)}`),
    ...examples.map((text) => `Example: \`${text.replaceAll(/\s+/g, ' ').trim()}\``),
  ];
};

const printMember = ({ signature, docs }: Member, links: Links, file: string, indent: string): string => {
  const [first = '', ...more] = docs.text.split('\n\n');
  const text = prose([first, ...more].filter(Boolean).map(sentence).join(' '), links, file);
  const extras = extrasOf(docs, links, file);
  const said = [text, ...extras].filter(Boolean).join(' ');
  return `${indent}- ${code(signature, links, file)}${said === '' ? '' : `  \n${indent}  ${said}`}`;
};

const printShape = (shape: Shape, links: Links, file: string, indent = ''): readonly string[] => {
  const also = shape.also.map(({ name, module, without }) => {
    const left = without.length === 0 ? '' : `, without ${without.map((key) => `\`${key}\``).join(', ')}`;
    const link = module === undefined ? links.get(name) : undefined;
    const shown = link === undefined ? `\`${name}\`` : `[\`${name}\`](${near(link, file)})`;
    return `${indent}- and the fields of ${shown}${module === undefined ? '' : ` of \`${module}\``}${left}`;
  });
  const choices = shape.choices.flatMap((choice) =>
    choice.flatMap((one, index) => [
      `${indent}- ${index === 0 ? 'either' : 'or'}`,
      ...printShape(one, links, file, `${indent}  `),
    ]),
  );
  return [...shape.members.map((member) => printMember(member, links, file, indent)), ...choices, ...also];
};

const printExport = (one: Exported, links: Links, file: string): string => {
  const text = one.docs.text.split('\n\n').map((part) => prose(part, links, file));
  const extras = extrasOf(one.docs, links, file).map((line) => `- ${line}`);
  return [
    `### ${headingOf(one)}`,
    one.signatures.map((signature) => code(signature, links, file, one.name)).join('<br>\n'),
    ...text.filter(Boolean),
    ...(extras.length === 0 ? [] : [extras.join('\n')]),
    ...(one.shape === undefined ? [] : [printShape(one.shape, links, file).join('\n')]),
  ]
    .filter(Boolean)
    .join('\n\n');
};

/** What a page says below its introduction: its names, and then each. */
export const printPage = ({ file, sections }: Page, links: Links): string => {
  const shown = sections.filter(({ exports }) => exports.length > 0);
  const contents = shown.map(({ title, exports }) => {
    const names = exports.map((one) => `[${headingOf(one)}](${near(links.get(one.name)!, file)})`).join(', ');
    return title === '' ? names : `**${title}**: ${names}`;
  });
  const bodies = shown.map(({ title, exports }) =>
    [title === '' ? '' : `## ${title}`, ...exports.map((one) => printExport(one, links, file))]
      .filter(Boolean)
      .join('\n\n'),
  );
  return `${[...contents, ...bodies].join('\n\n')}\n`;
};
