import type { Json } from '../json/json-value.js';
import type { Chart } from './chart.js';

/** A schema in another document. */
export interface SchemaDocument {
  readonly root: Json;
  /** By which its own refs are resolved. */
  readonly base: string;
}

/** The schemas that lie in a chart and the charts in it. */
export interface SchemaDocuments {
  /** Of the chart's own `values.schema.json`. */
  readonly base: string;
  /**
   * The document that a ref names, by its address or its place in the chart. Nothing is fetched: a schema that is also
   * on the web is taken from the dependency that it comes from.
   */
  readonly find: (base: string, ref: string) => SchemaDocument | undefined;
}

interface Entry {
  /** Where it is: first where the chart's schema says that it is, then in the chart. */
  readonly addresses: readonly string[];
  /** `common/values.schema.json`: by which an address of another version is known. */
  readonly tail: string;
  readonly read: () => Json | undefined;
}

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch {
    return undefined;
  }
};

const idOf = (schema: Json | undefined): string | undefined => {
  const { $id: id } = (typeof schema === 'object' && schema !== null ? schema : {}) as { readonly $id?: unknown };
  return typeof id === 'string' && URL.canParse(id) ? id : undefined;
};

const resolve = (ref: string, base: string): URL | undefined =>
  URL.canParse(ref, base) ? new URL(ref, base) : undefined;

const entriesOf = (chart: Chart, folder: string): readonly Entry[] => {
  const own = `${folder}values.schema.json`;
  const id = idOf(chart.schema);
  const addressesOf = (path: string, itself: string | undefined): readonly string[] =>
    [itself, id === undefined ? undefined : resolve(path, id)?.href, `${folder}${path}`].flatMap((one) => one ?? []);
  const entries: Entry[] = [];
  if (chart.schema !== undefined) {
    const tail = `/${chart.name}/values.schema.json`;
    entries.push({ addresses: id === undefined ? [own] : [id, own], tail, read: () => chart.schema });
  }
  for (const [path, text] of chart.files) {
    if (!path.endsWith('.json') || path.startsWith('templates/')) continue;
    let known: { readonly schema: Json | undefined } | undefined;
    const read = (): Json | undefined => {
      known ??= { schema: parse(text) };
      return known.schema;
    };
    const itself = text.includes('"$id"') ? idOf(read()) : undefined;
    entries.push({ addresses: addressesOf(path, itself), tail: `/${chart.name}/${path}`, read });
  }
  for (const [name, sub] of chart.subcharts) entries.push(...entriesOf(sub, `${folder}charts/${name}/`));
  return entries;
};

/** @param folder by which messages and refs tell one chart from another */
export const schemaDocuments = (chart: Chart, folder = 'chart:///'): SchemaDocuments => {
  const entries = entriesOf(chart, folder);
  return {
    base: idOf(chart.schema) ?? `${folder}values.schema.json`,
    find(base, ref) {
      const url = resolve(ref, base);
      if (url === undefined) return undefined;
      url.hash = '';
      const { href, pathname } = url;
      const entry =
        entries.find(({ addresses }) => addresses.includes(href)) ??
        entries.find(({ tail }) => pathname.endsWith(tail));
      const root = entry?.read();
      return entry === undefined || root === undefined ? undefined : { root, base: entry.addresses[0] ?? href };
    },
  };
};
