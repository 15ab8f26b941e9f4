import { isEmpty, parseTemplate, TemplateError, type TemplateNode } from '../../go-template/index.js';
import type { Json } from '../../json/json-value.js';
import type { Chart } from '../chart.js';
import type { ReportProblem } from '../import-problem.js';
import { Use, ValuesNode } from './abstract-value.js';
import { circularIncludes } from './circular-includes.js';
import { openHeap } from './heap.js';
import { openInterpreter } from './interpreter.js';
import { markChosenKeys } from './marks.js';
import { chosen, constant, type Dict, ofNode, opaque, type Value } from './value.js';

/** Charts of charts of charts exist; deeper ones are a loop in a hostile package. */
const MAX_NESTING = 8;
/** What `set` put somewhere in one round, an earlier template may read in the next. */
const MOST_ROUNDS = 2;

/** A file that Helm renders, with the dot that it gets. */
interface Rendered {
  readonly path: string;
  readonly context: Dict;
  /** Of a chart that may be switched off. */
  readonly isOptional: boolean;
}

/** Where a chart is in the one that is imported. */
interface Visit {
  readonly folder: string;
  /** The start of its paths in messages. */
  readonly label: string;
  readonly depth: number;
  readonly isOptional: boolean;
}

/** Whether all charts that it depends on lie in it. */
const isPacked = (chart: Chart): boolean =>
  chart.dependencies.every(({ name }) => {
    const sub = chart.subcharts.get(name);
    return sub !== undefined && isPacked(sub);
  });

/** Helm's order: of deeper files first, then by name, backwards. */
const byDepth = (a: string, b: string): number =>
  b.split('/').length - a.split('/').length || (a < b ? 1 : a > b ? -1 : 0);

/**
 * Which values the templates of a chart, and of the charts in it, read, and what they do with them; undefined for a chart
 * without templates, of which nothing can be learned.
 *
 * @param defaults of the chart and the charts in it, as Helm coalesces them
 */
export const learnReads = (chart: Chart, defaults: Json, report: ReportProblem): ValuesNode | undefined => {
  const root = new ValuesNode([defaults]);
  const heap = openHeap();
  const parsed = new Map<string, readonly TemplateNode[]>();
  const definitions: { readonly path: string; readonly defines: ReadonlyMap<string, readonly TemplateNode[]> }[] = [];
  const rendered: Rendered[] = [];
  let isUnderstood = true;

  const parse = (path: string, text: string, label: string): void => {
    try {
      const { body, defines } = parseTemplate(text);
      parsed.set(path, body);
      definitions.push({ path, defines });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      isUnderstood = false;
      report({
        severity: 'warning',
        at: `${label}:${error.line}`,
        message: `the template isn't one that Go can read: ${error.message}`,
        fix: 'fix the template; until then all values of the chart stay open',
      });
    }
  };

  const visit = (one: Chart, name: string, node: ValuesNode, { folder, label, depth, isOptional }: Visit): Value => {
    const templates = [...one.files].filter(([path]) => path.startsWith('templates/'));
    const files = new Map([...one.files].filter(([path]) => !path.startsWith('templates/')));
    node.isRoot = true;
    const subcharts = new Map<string, Value>();
    const facts = { Name: constant(name), Version: opaque, AppVersion: opaque, Type: opaque };
    const context = heap.context(
      new Map<string, Value>([
        ['Values', ofNode(node)],
        ['Chart', heap.dict(new Map(Object.entries(facts)), opaque)],
        ['Release', chosen],
        ['Capabilities', opaque],
        ['Files', [{ kind: 'files', files }]],
        ['Subcharts', heap.dict(subcharts)],
        // By its own name no template reads anything; with it, what a helper does would not be known from file to file.
        [
          'Template',
          heap.dict(
            new Map([
              ['Name', opaque],
              ['BasePath', constant(`${folder}/templates`)],
            ]),
          ),
        ],
      ]),
    );
    for (const [path, text] of templates) {
      const file = path.slice(path.lastIndexOf('/') + 1);
      if (one.isLibrary && !file.startsWith('_')) continue;
      parse(`${folder}/${path}`, text, `${label}${path}`);
      if (!file.startsWith('_')) rendered.push({ path: `${folder}/${path}`, context, isOptional });
    }
    if (depth < MAX_NESTING) {
      for (const { name: packed, key, conditions, tags } of one.dependencies) {
        const sub = one.subcharts.get(packed);
        if (sub === undefined) continue;
        const below = node.child(key);
        below.child('global').also.push(node.child('global'));
        const inner: Visit = {
          folder: `${folder}/charts/${key}`,
          label: `${label}charts/${packed}/`,
          depth: depth + 1,
          isOptional: isOptional || conditions.length > 0 || tags.length > 0,
        };
        subcharts.set(key, visit(sub, key, below, inner));
      }
    }
    return [{ kind: 'dict', dict: context }];
  };

  visit(chart, chart.name, root, { folder: chart.name, label: '', depth: 0, isOptional: false });
  if (parsed.size === 0 && isUnderstood) return undefined;

  const templates = new Map<string, readonly TemplateNode[]>();
  for (const path of [...parsed.keys()].sort(byDepth)) templates.set(path, parsed.get(path)!);
  for (const { defines } of definitions.sort((a, b) => byDepth(a.path, b.path))) {
    for (const [name, nodes] of defines) if (!isEmpty(nodes) || !templates.has(name)) templates.set(name, nodes);
  }
  const files = rendered.map(({ path }) => path);
  for (const circle of circularIncludes(templates, files)) {
    report({
      severity: 'warning',
      at: 'templates',
      message: `${circle.map((name) => `"${name}"`).join(' includes ')} includes "${circle[0]}", without an end: Helm can't render the chart`,
      fix: 'fix the templates; until then, the values that they read may be incomplete',
    });
  }
  const told = new Set<string>();
  const tell = (what: string): void => {
    if (told.has(what)) return;
    told.add(what);
    report({
      severity: 'notice',
      at: 'templates',
      message: `the import doesn't follow ${what}`,
      fix: 'nothing to do: the values that go there stay open',
    });
  };
  const interpreter = openInterpreter(templates, isPacked(chart), heap, tell);
  const before = new Map(rendered.map(({ context }) => [context, context.state]));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const version = interpreter.version();
    interpreter.forget();
    for (const [context, state] of before) context.state = state;
    for (const { path, context, isOptional } of [...rendered].sort((a, b) => byDepth(a.path, b.path))) {
      interpreter.run(parsed.get(path) ?? [], [{ kind: 'dict', dict: context }], isOptional);
    }
    if (interpreter.version() === version) break;
  }
  markChosenKeys(root);
  if (!isUnderstood || !interpreter.isComplete()) root.uses |= Use.whole;
  return root;
};
