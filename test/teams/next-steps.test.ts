import { describe, expect, it } from 'vitest';
import { nextSteps } from '../../src/teams/next-steps.js';
import { parseTeams } from '../../src/teams/parse-teams.js';

const stepsFor = (alerts: string): readonly string[] => {
  const text = `apiVersion: fluxspan.dev/v1\nkind: Teams\nenvironments: [dev]\nteams:\n  claims: { alerts: ${alerts} }\n`;
  const { teams, problems } = parseTeams(text, 'teams.yaml');
  expect(problems).toEqual([]);
  return nextSteps(teams.get('claims')!).filter((one) => one.startsWith('Make the Secret'));
};

describe('what a team does next', () => {
  it('has a command for each Secret of its alerts that nothing makes', () => {
    expect(
      stepsFor(
        '[{ type: pagerduty, secretRef: { name: pd } }, { type: slack, secretRef: { name: hook } }, { type: telegram, secretRef: { name: tg } }]',
      ),
    ).toEqual([
      'Make the Secret "pd" in namespace "flux-system", with the routing_key to which alerts go, in each cluster, before it is merged:\nkubectl create secret generic pd --namespace flux-system --from-literal=routing_key="$ROUTING_KEY"',
      'Make the Secret "hook" in namespace "claims", with the address to which alerts go, in each cluster, when Flux has made the namespace:\nkubectl create secret generic hook --namespace claims --from-literal=address="$ADDRESS"',
      'Make the Secret "tg" in namespace "claims", with the address or token to which alerts go, in each cluster, when Flux has made the namespace:\nkubectl create secret generic tg --namespace claims --from-literal=address="$ADDRESS" --from-literal=token="$TOKEN"',
    ]);
    expect(stepsFor('{ type: slack, secret: { store: vault, key: a } }')).toEqual([]);
  });
});
