import type { GraphNode, GraphObject, GraphRelease } from '../cluster-graph.js';
import { type IndexedGraph, inputTitle, readerTitle, subtitle } from '../describe-graph.js';
import { escapeText as text } from '../escape-text.js';

/** A word goes to a line of its own before it is broken, and then it is broken between the parts of a path. */
export const code = (of: string): string => `<code>${of.split(' ').map(word).join(' ')}</code>`;

const word = (one: string): string => {
  const inside = text(one).replace(/[./](?=\w)|(?<=\w)(?=\[)/g, '$&<wbr>');
  return one.length < SHORT ? text(one) : `<span>${inside}</span>`;
};
const SHORT = 12;

/** A link to the details of a Kustomization. */
export const linkTo = (id: string): string => `<a href="#k-${text(id)}">${text(id)}</a>`;

/** All that is known of one Kustomization. A search for it doesn't look at the names of its neighbours. */
export const printDetails = (node: GraphNode, graph: IndexedGraph): string => {
  const { id, kustomization, tenants, description, namespace, folder, source, level, requires, provides, releases } =
    node;
  const [before, after] = [graph.before.get(id)!, graph.after.get(id)!];
  const read = [...graph.readBy.get(id)!].map(
    ([input, readers]) => code(inputTitle(input)) + readers.map((one) => below(`→ ${readerTitle(one)}`)).join(''),
  );
  const isOwn = ({ owner }: GraphObject): boolean => owner === kustomization;
  return `<details id="k-${text(id)}"><summary><b>${text(id)}</b> <small>${text(subtitle(node, graph))}</small></summary><button class="close" aria-label="Close">✕</button>
${description === undefined ? '' : `<p>${text(description)}</p>\n`}${facts({
  ...(tenants === undefined ? { Kustomization: code(kustomization) } : { Tenants: tenants.map(code).join(', ') }),
  Level: level === undefined ? 'none: it is in a circle, or waits for one' : `${level} of ${graph.levels}`,
  'On the critical path': graph.critical.has(id) ? 'yes' : '',
  Namespace: namespace === undefined ? '' : code(namespace),
  'Objects from': [folder ?? '', source ?? ''].filter(Boolean).map(code).join(', '),
  Requires: requires.map(code).join(', '),
  Provides: provides.map(code).join(', '),
})}<div class="others">${facts({
    'Waits for': before.map(({ from, chosen }) => linkTo(from) + (chosen ? ' (by its stage)' : '')).join(', '),
    'Waited for by': after.map(({ to }) => linkTo(to)).join(', '),
  })}</div>${list('Releases', releases.map(releaseTitle))}${list('Inputs, and the fields that read them', read)}${list(
    'Owns',
    node.objects.filter(isOwn).map(objectTitle),
  )}${list('The root applies for it', node.objects.filter((one) => !isOwn(one)).map(objectTitle))}</details>
`;
};

const facts = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, html]) => (html === '' ? '' : `<p><small>${name}</small> ${html}</p>\n`))
    .join('');

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.map((item) => `<li>${item}`).join('\n')}</ul>\n`;

const below = (line: string): string => `<br><small>${text(line)}</small>`;

const within = (namespace: string | undefined): string =>
  namespace === undefined ? '' : ` <small>in ${text(namespace)}</small>`;

const releaseTitle = ({ name, namespace, chart, version }: GraphRelease): string =>
  code(name) + within(namespace) + (chart === undefined ? '' : below(`chart ${chart} ${version}`));

const objectTitle = ({ kind, namespace, name, file }: GraphObject): string =>
  code(`${kind}/${name}`) + within(namespace) + (file === undefined ? '' : below(file));
