import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostname } from '../../src/contract/ready-made.js';
import { diffJson } from '../../src/diff/print/diff-json.js';
import { printDiffMarkdown } from '../../src/diff/print/print-markdown.js';
import { printDiffText } from '../../src/diff/print/print-text.js';
import type { DiffResult } from '../../src/diff/run-diff.js';
import { Repository } from '../changes/repository.js';
import { configMap, diffOf, plainApp, publish } from './diff-of.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const withoutHashes = (text: string) => text.replaceAll(/\([0-9a-f]{10}\)/g, '(…)');
const textOf = (result: DiffResult) => withoutHashes(printDiffText(result));

const web = (vars: object, texts: object) => ({ objects: [configMap(texts)], infra: { vars } });
const checkout = (vars: object, texts: object) => plainApp({ dev: { checkout: web(vars, texts) } });
const fleet = (vars: object, texts: object, prod: object = {}) =>
  plainApp({
    dev: { checkout: web(vars, texts) },
    prod: {
      checkout: web(
        { ...vars, ...prod },
        {
          ...texts,
          more: Object.keys(prod)
            .map((one) => `\${${one}}`)
            .join(),
        },
      ),
    },
  });
const linesOf = ({ clusters }: DiffResult) =>
  clusters.flatMap(({ contract }) =>
    contract.map(({ mark, input, details }) => [`${mark} ${input}`, ...details].join(': ')),
  );

describe('the contract', () => {
  it('is compared where an input is renamed whose example stays, and both trees read one', async () => {
    const named = (name: string) => fleet({ [name]: hostname() }, { host: `\${${name}}` });
    publish(repository, named('TF_CHECKOUT_HOSTNAME'));
    const result = await diffOf(repository, named('TF_CHECKOUT_HOST'));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev, prod: 1 to change, 2 changes to the contract (origin/main (…) → the working tree)

      dev, prod
        ~ ConfigMap/settings in default (checkout)
            data.host  "\${TF_CHECKOUT_HOSTNAME}" → "\${TF_CHECKOUT_HOST}" (before substitution)

      Terraform must supply (dev, prod)
        + vars.TF_CHECKOUT_HOST (addon checkout)
        - vars.TF_CHECKOUT_HOSTNAME (addon checkout)
        ! Split this change: in either order of apply and merge, Flux lacks an input in between. First declare the new input beside the old one, apply Terraform, and merge; then change what reads it, and take the old one out.
      "
    `);
    expect(withoutHashes(printDiffMarkdown(result))).toMatchInlineSnapshot(`
      "### fluxspan diff

      **Changes 1 object and changes what Terraform must supply in dev, prod.** **Split this change: in either order of apply and merge, Flux lacks an input in between. First declare the new input beside the old one, apply Terraform, and merge; then change what reads it, and take the old one out.**

      - **dev, prod**: 1 to change, 2 changes to the contract (origin/main (…) → the working tree)

      **Terraform must supply** (dev, prod):

      - \`+ vars.TF_CHECKOUT_HOST (addon checkout)\`
      - \`- vars.TF_CHECKOUT_HOSTNAME (addon checkout)\`

      <details><summary><code>~ ConfigMap/settings in default (checkout)</code> in dev, prod</summary>

      \`\`\`
      data.host  "\${TF_CHECKOUT_HOSTNAME}" → "\${TF_CHECKOUT_HOST}" (before substitution)
      \`\`\`

      </details>
      "
    `);
    expect(diffJson(result)).toMatchObject({
      summary: 'Changes 1 object and changes what Terraform must supply in dev, prod.',
      clusters: [
        {
          cluster: 'dev',
          terraform: 'two-changes',
          contract: [
            { change: 'create', input: 'vars.TF_CHECKOUT_HOST', addons: ['checkout'], details: [], isTerraforms: true },
            { change: 'delete', input: 'vars.TF_CHECKOUT_HOSTNAME', addons: ['checkout'] },
          ],
        },
        { cluster: 'prod', terraform: 'two-changes' },
      ],
    });
  });

  it('says what comes first, for each set of clusters', async () => {
    publish(repository, fleet({ TF_A: hostname() }, { a: '${TF_A}' }, { TF_B: hostname() }));
    const result = await diffOf(repository, fleet({ TF_A: hostname(), TF_C: hostname() }, { a: '${TF_A} ${TF_C}' }));
    expect(textOf(result)).toMatchInlineSnapshot(`
      "dev: 2 to change, 1 change to the contract (origin/main (…) → the working tree)
      prod: 2 to change, 2 changes to the contract (origin/main (…) → the working tree)

      dev, prod
        ~ Kustomization/checkout in flux-system (flux-system)
            spec.postBuild.substitute.q  + "\\""

      dev
        ~ ConfigMap/settings in default (checkout)
            data.a  "app.example.org" → "app.example.org app.example.org"

      prod
        ~ ConfigMap/settings in default (checkout)
            data.a  "app.example.org" → "app.example.org app.example.org"
            data.more  "app.example.org" → ""

      Terraform must supply (dev, prod)
        + vars.TF_C (addon checkout)

      Terraform must supply (prod)
        - vars.TF_B (addon checkout)
        ! dev: Apply Terraform before this is merged.
        ! prod: Split this change: in either order of apply and merge, Flux lacks an input in between. First declare the new input beside the old one, apply Terraform, and merge; then change what reads it, and take the old one out.

      Values from Terraform are the contract's examples; --inputs FILE gives the real ones.
      "
    `);
  });

  it('asks for no order where the tree does without an input, or a cluster is new', async () => {
    publish(repository, checkout({ TF_A: hostname() }, { a: '${TF_A}' }));
    const added = await diffOf(
      repository,
      plainApp({
        dev: { checkout: web({ TF_A: hostname(), TF_B: z.string().default('b') }, { a: '${TF_A} ${TF_B:=b}' }) },
        prod: { checkout: web({ TF_A: hostname() }, { a: '${TF_A}' }) },
      }),
    );
    expect(linesOf(added)).toEqual(['+ vars.TF_B: optional', '+ vars.TF_A']);
    expect(textOf(added)).not.toContain('!');
    expect(textOf(added)).toContain('Terraform must supply (prod)\n  + 1 input of a new cluster\n');
    expect(textOf(added)).toContain('Terraform must supply (dev)\n  + vars.TF_B (addon checkout): optional\n');
  });

  it('counts a step that nothing reads yet, and none that nothing reads any more', async () => {
    publish(repository, checkout({ TF_A: hostname() }, { a: '${TF_A}' }));
    const both = { TF_A: hostname(), TF_B: hostname() };
    expect(diffJson(await diffOf(repository, checkout(both, { a: '${TF_A}' })))).toMatchObject({
      clusters: [{ objects: [], terraform: 'apply-first' }],
    });
    publish(repository, checkout(both, { a: '${TF_A}' }), 'both');
    const [dev] = (await diffOf(repository, checkout({ TF_B: hostname() }, { a: '${TF_B}' }))).clusters;
    expect(dev).toMatchObject({ contract: [{ mark: '-', isGone: true }] });
    publish(repository, checkout(both, { a: '${TF_B}' }), 'read');
    const last = await diffOf(repository, checkout({ TF_B: hostname() }, { a: '${TF_B}' }));
    expect(last.clusters).toMatchObject([{ contract: [{ mark: '-', isGone: false }], objects: [] }]);
    expect(textOf(last)).toMatchInlineSnapshot(`
      "dev: 1 change to the contract (origin/main (…) → the working tree)

      Terraform must supply
        - vars.TF_A (addon checkout)
      "
    `);
  });

  it('says how an input changes, and nothing of words and examples', async () => {
    const of = (size: z.ZodType, host: z.ZodType) =>
      checkout({ TF_SIZE: size, TF_HOST: host }, { a: '${TF_SIZE} ${TF_HOST}' });
    publish(
      repository,
      of(z.string().meta({ examples: ['1'] }), z.string().meta({ description: 'a', examples: ['a'] })),
    );
    const result = await diffOf(repository, of(z.int(), z.string().meta({ description: 'b', examples: ['b'] })));
    expect(linesOf(result)).toEqual(['~ vars.TF_SIZE: a string → a whole number']);
    publish(repository, of(z.enum(['a', 'b']), z.string().default('a')), 'more');
    const narrowed = await diffOf(repository, of(z.enum(['a']), z.string().default('a').meta({ from: 'network' })));
    expect(linesOf(narrowed)).toEqual(['~ vars.TF_HOST: main → network', '~ vars.TF_SIZE: other values are allowed']);
  });
});
