/** Where several replicas run, a drained node takes one at a time. A budget of a single one would block the drain. */
export const podDisruptionBudget = (replicas: number) =>
  replicas === 1 ? {} : { podDisruptionBudget: { enabled: true, maxUnavailable: 1 } };
