export { type Alerts, type AlertsOptions, alerts, type OtherDestination } from './alerts.js';
export {
  type CommitStatusOptions,
  commitStatus,
  type Destination,
  type DestinationOptions,
  type DiscordOptions,
  discord,
  type GitHubDispatchOptions,
  githubDispatch,
  googleChat,
  msTeams,
  type PagerDutyOptions,
  pagerDuty,
  type SlackOptions,
  slack,
  type WebhookDestination,
  type WebhookOptions,
  webhook,
} from './destination.js';
export type {
  NotificationSecret,
  SecretFromBootstrap,
  SecretFromSops,
  SecretFromStore,
} from './notification-secret.js';
export { type PushReceiver, type ReceiverOptions, receiver } from './receiver.js';
