/** Whether a dialog is open; toasts have the role of a dialog, too, but don't block what is behind them. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]:not([aria-modal=false])') !== null
