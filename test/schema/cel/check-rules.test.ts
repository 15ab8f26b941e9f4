import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { knownKinds, knownSchemas } from '../checker.js';
import { outcomeOf, rulesIn } from './rule-coverage.js';

interface RuleObject {
  readonly apiVersion: string;
  readonly kind: string;
}

const at = (path: string): URL => new URL(path, import.meta.url);
const objects = JSON.parse(
  readFileSync(at('../../fixtures/schema/rule-objects.json'), 'utf8'),
) as readonly RuleObject[];

/** The enum of the field refuses, before any rule is asked, every value that this rule would. */
const UNBREAKABLE = [
  "HTTPRoute .spec.rules.[].matches.[].path: self.type in ['Exact','PathPrefix'] || self.type == 'RegularExpression'",
];

const kinds = readdirSync(fileURLToPath(at('../../../imports/schemas')))
  .map((file) => file.replace(/\.json$/, ''))
  .flatMap((group) =>
    knownKinds(group === 'core' ? '' : group).flatMap((kind) => {
      const schemas = knownSchemas(group === 'core' ? '' : group, kind)!;
      return Object.entries(schemas.versions).map(([version, schema]) => ({ group, kind, version, schema, schemas }));
    }),
  )
  .filter(({ schema, schemas }) => !schemas.own && rulesIn(schema).length > 0);

describe('the CEL rules of the CRDs under schemas/', () => {
  it('are there', () => {
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['HelmRelease', 'HTTPRoute', 'EC2NodeClass', 'NodePool']),
    );
    const rules = new Set(
      kinds.flatMap(({ schema }) => rulesIn(schema).map((rule) => rule.slice(rule.indexOf(': ') + 2))),
    );
    expect(rules.size).toBeGreaterThan(150);
  });

  it.each(kinds)(
    '$kind $version: each holds for one object, and breaks for another',
    ({ group, kind, version, schema, schemas }) => {
      const held = new Set<string>();
      const broken = new Set<string>();
      for (const object of objects) {
        if (object.kind !== kind || object.apiVersion !== `${group}/${version}`) continue;
        const outcome = outcomeOf(schemas, version, object);
        for (const rule of outcome.held) held.add(rule);
        for (const rule of outcome.broken) broken.add(rule);
      }
      const rules = rulesIn(schema);
      const wanted = (what: string) =>
        `add to test/fixtures/schema/rule-objects.json, for each of these rules, an object of ${group}/${version}, kind ${kind}, that ${what}; nothing else of the schema may refuse it`;
      expect(
        rules.filter((rule) => !held.has(rule)),
        wanted('keeps the rule and has the field that it is about'),
      ).toEqual([]);
      expect(
        rules.filter((rule) => !broken.has(rule) && !UNBREAKABLE.includes(`${kind} ${rule}`)),
        wanted('breaks the rule'),
      ).toEqual([]);
    },
  );
});
