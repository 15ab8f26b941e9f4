import type { DiagnosticDefinition, RetiredCode } from '../../src/diagnostics/index.js';

/** A page that mentions a code. */
export interface Mention {
  readonly title: string;
  readonly link: string;
}

const fenced = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

const exceptionOf = ({ code, exceptable }: DiagnosticDefinition): string => {
  if (exceptable === false) return '';
  const object = `dev.except('${code}', { object: 'Kind/name', reason: '…' });`;
  const forms = {
    addon: [`dev.except('${code}', { addon: 'name', reason: '…' });`],
    kind: [object, `dev.except('${code}', { kind: 'example.org/v1 Widget', reason: '…' });`],
  };
  const lines = exceptable === true ? [object] : forms[exceptable];
  return `## Make an exception

The reason is in the cluster's README.

\`\`\`ts
${lines.join('\n')}
\`\`\`
`;
};

/** The page of one diagnostic, at `/FX203`. It says what `fluxspan explain` says, and which pages mention the code. */
export const diagnosticPage = (definition: DiagnosticDefinition, mentions: readonly Mention[]): string => {
  const { code, name, severity, summary, page } = definition;
  const parts = [
    '---\npageClass: diagnostic\n---',
    `# ${code} ${name}`,
    `<span class="severity ${severity}">${severity}</span>`,
    summary,
  ];
  if (page !== undefined) {
    parts.push('## Example', fenced(page.example));
    if (page.flux !== undefined) parts.push('Without this check, Flux or the API server reports', fenced(page.flux));
    parts.push('## Do this instead', fenced(page.right));
  }
  const exception = exceptionOf(definition);
  if (exception !== '') parts.push(exception.trim());
  if (mentions.length > 0) {
    parts.push('## Read more', mentions.map(({ title, link }) => `- [${title}](${link})`).join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
};

/** The page of a code that is gone: links from older versions still lead to an answer. */
export const retiredPage = ({ code, name, since, why }: RetiredCode): string =>
  `# ${code} ${name}\n\n<span class="severity">gone since ${since}</span>\n\n${why}\n`;
