import { Construct } from 'constructs';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { addonOf, clusterOf, examples } from './cdk8s-plus/examples.js';
import { selectionsIn } from './cdk8s-plus/selectors-in.js';

describe.each(examples)('the example $name of cdk8s-plus', (example) => {
  const { objects, diagnostics } = synthCluster(clusterOf(addonOf(example)));

  it('synthesizes in an addon without an error', () => {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(printDiagnostic).join('\n')).toBe('');
  });

  it('selects the pods that it should', () => {
    expect(selectionsIn(objects)).toEqual(example.selects);
  });

  it('holds no hash of a path', () => {
    expect(JSON.stringify(objects).match(/c8[0-9a-f]{6}/)).toBeNull();
  });

  it('makes the same objects where its code has moved', () => {
    const build = (scope: Construct) => example.build(new Construct(new Construct(scope, 'elsewhere'), 'deeper'));
    expect(synthCluster(clusterOf(addonOf({ ...example, build }))).objects).toEqual(objects);
  });
});
