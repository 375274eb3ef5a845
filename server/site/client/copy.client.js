/** Buttons that copy code. */

/** @param find returns the element whose text is copied, when the button is pressed. */
export function copyOnClick(button, find) {
  button.addEventListener('click', async () => {
    const code = find()
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2_000)
    } catch {
      // The browser forbids it: the reader copies the selection.
      getSelection().selectAllChildren(code)
    }
  })
}
