import { bucketName, clusterName, iamRoleName, queueName } from 'fluxspan';
import { describe, expect, it } from 'vitest';

/** What AWS takes and refuses, by the pages that the inputs name. */
const names = {
  bucketName: {
    input: bucketName(),
    good: ['abc', '1-artifacts', '012345678901', '3d.example.org', `a${'b'.repeat(62)}`],
    bad: ['ab', '-artifacts', '.abc', 'abc-', 'Artifacts', `a${'b'.repeat(63)}`],
  },
  clusterName: {
    input: clusterName(),
    good: ['a', '1', '2024-prod', '012345678901', '1e5', `A${'_'.repeat(99)}`],
    bad: ['', '-prod', '_prod', 'a.b', `A${'_'.repeat(100)}`],
  },
  iamRoleName: {
    input: iamRoleName(),
    good: ['1-nodes', '_nodes', 'a', 'nodes@example.org', '+=,.@-', 'x'.repeat(64)],
    bad: ['', 'path/nodes', 'arn:aws:iam::012345678901:role/nodes', 'x'.repeat(65)],
  },
  queueName: {
    input: queueName(),
    good: ['1-karpenter', '_', '-a', 'a.fifo', `${'x'.repeat(75)}.fifo`, 'x'.repeat(80)],
    bad: ['', 'a.b', '.fifo', `${'x'.repeat(76)}.fifo`, 'x'.repeat(81), 'https://sqs.eu-west-1.amazonaws.com/1/a'],
  },
};

describe.each(Object.entries(names))('%s', (_, { input, good, bad }) => {
  it.each(good)('takes %j', (name) => {
    expect(input.safeParse(name).success).toBe(true);
  });

  it.each(bad)('refuses %j', (name) => {
    expect(input.safeParse(name).success).toBe(false);
  });
});
