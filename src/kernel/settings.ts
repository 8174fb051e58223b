// The settings that an operator may change and use cases read. A module declares its own settings in its `settings.ts`,
// by adding to this interface; src/app/settings.ts joins the defaults.

export interface Settings {
  /** Scheme and authority at which clients reach this service, for links in pages and mail. */
  readonly publicUrl: string | undefined
}
