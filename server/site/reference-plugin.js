/** Parts of Swagger UI in other words: its documented ways are a layout of one's own, and components that wrap others. */
window.referencePlugin = ({ React }) => {
  const make = React.createElement
  /** Gives what has none a name that assistive technology can tell. */
  const named = (element, name) => (Original) => (props) =>
    make(element, null, make('span', { className: 'unseen' }, name), make(Original, props))
  return {
    components: {
      /** What the page's own head and bar say, it does not say again. */
      Reference({ getComponent, specSelectors }) {
        const part = (name, props) => make(getComponent(name, true), props)
        const about = specSelectors.info().get('description') ?? ''
        return make(
          'div',
          { className: 'swagger-ui' },
          make(getComponent('SvgAssets')),
          part('errors'),
          make('div', { className: 'operations-title' }, make('h2', null, 'Operations'), part('AuthorizeBtnContainer')),
          part('operations'),
          part('Models'),
          make(
            'section',
            { className: 'about', id: 'about' },
            make('h2', null, 'How to read it'),
            part('Markdown', { source: about }),
          ),
        )
      },
    },
    wrapComponents: {
      /** A link inside of a button is one too many; the address follows what is opened all the same. */
      DeepLink:
        () =>
        ({ text }) =>
          make('span', null, text),
      ExamplesSelect: named('label', 'Scenario'),
      TextArea: named('label', 'Body'),
      CloseIcon: named('span', 'Close'),
      /** A button is called what it says. */
      Button:
        (Original) =>
        ({ 'aria-label': label, ...props }) =>
          make(Original, typeof props.children === 'string' ? props : { 'aria-label': label, ...props }),
    },
  }
}
