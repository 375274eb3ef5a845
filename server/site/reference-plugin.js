/** Swagger UI plugin: a layout of our own, and wrappers that make components accessible. */
// Swagger UI's own smooth scrolling ignores scroll-padding and takes every link of the page over.
window.noZensmooth = true

window.referencePlugin = ({ React }) => {
  const create = React.createElement
  /** Adds a name for assistive technology to a component that has none. */
  const withName = (element, name) => (Original) => (props) =>
    create(element, null, create('span', { className: 'unseen' }, name), create(Original, props))
  return {
    components: {
      /** The layout, without title and servers, which the page shows itself. */
      Reference({ getComponent, specSelectors }) {
        const part = (name, props) => create(getComponent(name, true), props)
        const description = specSelectors.info().get('description') ?? ''
        return create(
          'div',
          { className: 'swagger-ui' },
          create(getComponent('SvgAssets')),
          part('errors'),
          create(
            'div',
            { className: 'operations-title' },
            create('h2', null, 'Operations'),
            part('AuthorizeBtnContainer'),
          ),
          part('operations'),
          part('Models'),
          create(
            'section',
            { className: 'about', id: 'about' },
            create('h2', null, 'How to read it'),
            part('Markdown', { source: description }),
          ),
        )
      },
    },
    statePlugins: {
      layout: {
        // Swagger UI scrolls below the bar; the browser keeps clear of it, by scroll-padding.
        wrapActions: { scrollToElement: () => (element) => element.scrollIntoView() },
      },
    },
    wrapComponents: {
      /** A button must not contain a link; the URL follows the opened operation without it. */
      DeepLink:
        () =>
        ({ text }) =>
          create('span', null, text),
      ExamplesSelect: withName('label', 'Scenario'),
      TextArea: withName('label', 'Body'),
      CloseIcon: withName('span', 'Close'),
      /** The accessible name of a button is its text. */
      Button:
        (Original) =>
        ({ 'aria-label': label, ...props }) =>
          create(Original, typeof props.children === 'string' ? props : { 'aria-label': label, ...props }),
    },
  }
}
