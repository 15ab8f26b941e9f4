import { type Document, isAlias, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Json } from '../json/json-value.js';
import type { ReportProblem } from './import-problem.js';

/** YAML 1.1 tags that Helm's reader does not apply, or that make no JSON. */
const FOREIGN_TAG = /:(timestamp|binary|omap|pairs|set)$/;

/**
 * YAML as Helm reads it: `yes` is true, merge keys work. Undefined where it cannot be read, with a problem that names
 * the line.
 *
 * @param file as the problem names it
 */
export const parseHelmYaml = (text: string, file: string, report: ReportProblem): Json | undefined => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    lineCounter: lines,
    // A list or map as a key becomes text; a warning of the library on that would tell the user of its own options.
    logLevel: 'error',
    customTags: (tags) =>
      tags.filter(
        (tag) =>
          typeof tag === 'string' || (!FOREIGN_TAG.test(tag.tag) && (tag as { format?: string }).format !== 'TIME'),
      ),
  });
  const fail = (reason: string, offset: number | undefined): undefined => {
    const { line, col } = offset === undefined ? { line: 0, col: 0 } : lines.linePos(offset);
    report({
      severity: 'warning',
      at: line === 0 ? file : `${file}:${line}:${col}`,
      message: `${file} cannot be read: ${reason}`,
      fix: 'mend the file; until then its default values are unknown',
    });
  };
  const [error] = document.errors;
  if (error) return fail(error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''), error.pos[0]);
  const loop = findLoop(document as Document);
  if (loop) return fail(`the alias ${loop.name} stands inside of what it names`, loop.offset);
  try {
    // Through JSON, so that maps with odd keys, dates and -0 are what Helm would see.
    return JSON.parse(JSON.stringify(document.toJS() ?? null)) as Json;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.split('\n')[0]! : String(thrown);
    const alias = /alias/i.test(reason) ? findAlias(document as Document, reason) : undefined;
    if (!reason.startsWith('Excessive alias count')) return fail(reason, alias);
    return fail('its aliases of aliases unfold to too many values', alias);
  }
};

/** An alias below the node that has its anchor, which would never end. */
const findLoop = (document: Document): { readonly name: string; readonly offset: number | undefined } | undefined => {
  let found: { name: string; offset: number | undefined } | undefined;
  visit(document, {
    Alias: (_key, alias, path) => {
      if (!path.some((above) => (above as { anchor?: string }).anchor === alias.source)) return undefined;
      // An anchor inside of the node may have the same name, and is the one that is meant.
      if (!path.includes(alias.resolve(document) as never)) return undefined;
      found = { name: `*${alias.source}`, offset: alias.range?.[0] };
      return visit.BREAK;
    },
  });
  return found;
};

/** Where the alias is that the reason names (`…: name`), or the first one inside of what has an anchor itself. */
const findAlias = (document: Document, reason: string): number | undefined => {
  const name = /: (\S+)$/.exec(reason)?.[1];
  let found: Node['range'];
  visit(document, {
    Alias: (_key, alias, path) => {
      const isIt =
        name === undefined
          ? path.some((above) => (above as { anchor?: string }).anchor !== undefined)
          : isAlias(alias) && alias.source === name && alias.resolve(document) === undefined;
      if (!isIt) return undefined;
      found = alias.range;
      return visit.BREAK;
    },
  });
  return found?.[0];
};
