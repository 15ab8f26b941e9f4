import type { z } from 'zod';

declare const STATE: unique symbol;

/** An infra input that another Terraform state supplies than the main one. Only the compiler sees it. */
export interface FromState<State extends string> {
  readonly [STATE]: State;
}

/** The same where a state is named, and nothing where none is. */
export type OfState<State extends string> = [State] extends [never] ? unknown : FromState<State>;

/**
 * Says which Terraform state supplies an infra input, where that isn't the main one. It is `.meta({ from: state })` with a
 * type, so that `InfraOf<typeof dev, 'network'>` has the input. Call it last, around `.default()` and `.optional()`.
 *
 * @example infra: { vars: { TF_VPC_ID: fromState('network', vpcId()) } }
 */
export const fromState = <const State extends string, Schema extends z.ZodType>(
  state: State,
  schema: Schema,
): Schema & FromState<State> => schema.meta({ from: state }) as Schema & FromState<State>;
