import { execFileSync } from 'node:child_process';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import app from '../../src/platform/app.js';
import { contractJsonSchema } from '../../src/terraform/contract-schema.js';
import { parseContract } from '../../src/terraform/parse-contract.js';
import { outcomeOf } from '../support/outcome-of.js';
import { root } from '../support/root.js';
import { many, none, relaxed } from './clusters.js';

const clusters = [many, none, relaxed, ...app.clusters].map((cluster) => ({ title: cluster.name, cluster }));

describe('docs/contract.schema.json', () => {
  it('is what contractJsonSchema prints', async () => {
    const file = 'docs/contract.schema.json';
    const text = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${file}`], {
      cwd: root,
      input: JSON.stringify(contractJsonSchema()),
      encoding: 'utf8',
    });
    await expect(text).toMatchFileSnapshot(`../../${file}`);
  });

  const schema = z.fromJSONSchema(contractJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);

  it.each(clusters)('holds for the contract of $title, and for no other file', ({ cluster }) => {
    const { files, contract } = synthCluster(cluster);
    const text = JSON.stringify(contract);
    const file = files[`contract/${cluster.name}/contract.json`];
    if (cluster === none) expect(file).toBeUndefined();
    else expect(JSON.parse(file!)).toMatchObject(contract);
    expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined();
    expect(outcomeOf(parseContract(text, 'contract.json'))).toEqual(contract);
    expect(schema.safeParse({ ...contract, extra: 1 }).success).toBe(false);
    expect(schema.safeParse({ ...contract, contract: 2 }).success).toBe(false);
  });
});

describe('parseContract', () => {
  const text = (change: object) => JSON.stringify({ ...synthCluster(many).contract, ...change });

  it.each<[string, string, RegExp]>([
    ['of another version', text({ contract: 2 }), /is a contract of version 2, and this fluxspan reads version 1/],
    ['cut off', text({}).slice(0, 50), /is not JSON/],
    ['something else', '{}', /is not a contract/],
    ['a list', '[]', /is not a contract/],
    ['bent', text({ vars: { TF_A: { schema: { type: 'date' } } } }), /is not as a contract is at "vars\.TF_A/],
  ])('refuses what is %s', (_, given, message) => {
    expect(outcomeOf(parseContract(given, 'contract.json'))).toMatchObject({
      code: 'FX415',
      message: expect.stringMatching(message),
    });
  });
});
