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
  let documented = 0;

  const look = (name: string, type: ts.Type, { options }: AddonDefinition): void => {
    const [first] = type.getCallSignatures()[0]!.parameters;
    const given = checker.getTypeOfSymbol(first!);
    const taken = checker.isTupleType(given) ? checker.getTypeArguments(given as ts.TypeReference)[0]! : given;
    for (const option of Object.keys((options as z.ZodObject | undefined)?.shape ?? {})) {
      const docs = checker.getNonNullableType(taken).getProperty(option)?.getDocumentationComment(checker);
      if (ts.displayPartsToString(docs) === '') undocumented.push(`${name}: ${option}`);
      else documented++;
    }
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
  expect(undocumented).toEqual([]);
  expect(documented).toBeGreaterThan(100);
});
