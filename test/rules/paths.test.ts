import { ConfigMap } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { from, one, releaseFrom, values } from './rule-programs.js';

describe('a rule', () => {
  it('prints the path of a label as every diagnostic does', () => {
    const found = one({
      infra: { vars: { TF_TEAM: z.string().meta({ examples: ['a'] }) } },
      build: (scope, { vars }) => {
        const team = `${vars['TF_TEAM']}`;
        new ConfigMap(scope, 'web', { labels: { team, 'example.org/team': team }, data: {} });
      },
    });
    expect(found.filter(({ code }) => code === 'FX623').map(({ at }) => at.path)).toEqual([
      'metadata.labels.team',
      'metadata.labels["example.org/team"]',
    ]);
  });

  it('knows a key with a dot from two keys', () => {
    const layers = (first: string, second: string) =>
      releaseFrom(from('one', 'two'), values('one', first), values('two', second)).filter(
        ({ code }) => code === 'FX620',
      );
    expect(layers('a.b: 1', 'a: { b: 2 }')).toEqual([]);
    expect(layers('a.b: 1', 'a.b: 2')).toMatchObject([
      { message: 'the value "["a.b"]" of release "web" is set by two layers, and the later one replaces it' },
    ]);
  });
});
