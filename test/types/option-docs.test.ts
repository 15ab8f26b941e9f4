import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from '@typescript/typescript6';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { AddonWithVariants } from '../../scripts/addon-tables.js';
import type { AddonDefinition } from '../../src/addon/addon-definition.js';
import * as addons from '../../src/addons/index.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';

it('an editor shows what each option of an addon of the package is for', { timeout: 120_000 }, () => {
  requireDist();
  const file = join(root, 'dist/src/addons/index.d.ts');
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const undocumented: string[] = [];
  const documented = new Map<string, string>();

  const look = (name: string, type: ts.Type, { options }: AddonDefinition): void => {
    const [first] = type.getCallSignatures()[0]!.parameters;
    const given = checker.getTypeOfSymbol(first!);
    const taken = checker.isTupleType(given) ? checker.getTypeArguments(given as ts.TypeReference)[0]! : given;
    for (const option of Object.keys((options as z.ZodObject | undefined)?.shape ?? {})) {
      const symbol = checker.getNonNullableType(taken).getProperty(option)!;
      note(`${name}: ${option}`, symbol);
      for (const member of membersOf(checker.getTypeOfSymbol(symbol)))
        note(`${name}: ${option}.${member.name}`, member);
    }
  };

  const note = (title: string, symbol: ts.Symbol): void => {
    const docs = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    if (docs === '') undocumented.push(title);
    else documented.set(title, docs);
  };

  /** Of an object, of each item of a list, or of each value of a record, that an option takes. */
  const membersOf = (type: ts.Type): readonly ts.Symbol[] => {
    const given = checker.getNonNullableType(type);
    const one = checker.getIndexTypeOfType(given, ts.IndexKind.String) ?? given.getNumberIndexType() ?? given;
    const isOwn = (member: ts.Symbol) =>
      member.declarations?.some(({ parent }) =>
        parent.getSourceFile().fileName.startsWith(join(root, 'dist/src/addons')),
      );
    return checker.getNonNullableType(one).getProperties().filter(isOwn);
  };

  for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)) {
    const addon = (addons as unknown as Record<string, AddonWithVariants | undefined>)[symbol.name];
    if (addon?.definition === undefined) continue;
    const type = checker.getTypeOfSymbol(symbol);
    if (addon.variants === undefined) look(symbol.name, type, addon.definition);
    else {
      const variants = checker.getTypeOfSymbol(type.getProperty('variants')!);
      for (const [variant, { definition }] of Object.entries(addon.variants)) {
        look(`${symbol.name} ${variant}`, checker.getTypeOfSymbol(variants.getProperty(variant)!), definition);
      }
    }
  }
  // Their names say what they are.
  expect(undocumented.filter((one) => !/\.(?:kind|name|namespace)$/.test(one))).toEqual([]);
  expect(documented.size).toBeGreaterThan(500);
  expect(documented.get('velero aws: schedules.ttl')).toBe('How long a backup is kept.');
  expect(documented.get('gatewayApi azure: issuer.external')).toBe('The issuer is there without fluxspan.');
  expect(documented.get('headlamp aws: store.external')).toBe('The store is there without fluxspan.');
});

it("an addon's own comment wins over that of another addon in its folder", () => {
  requireDist();
  const declaration = readFileSync(join(root, 'dist/src/addons/authentik/on-database.d.ts'), 'utf8');
  expect(declaration).toContain('/** Where its remote secret is: ');
  expect(declaration).not.toContain('/** Where its remote secrets are: ');
});
